// Bytes of the serial line as text.
final class Serial {
  static String hex(byte[] data) {
    StringBuilder out = new StringBuilder();
    for (byte one : data) out.append(String.format("%02X", one));
    return out.toString();
  }

  /** Nothing where the text is no hex. */
  static byte[] bytes(Object text) {
    if (!(text instanceof String hex) || hex.length() % 2 != 0 || !hex.matches("[0-9a-fA-F]*")) return null;
    byte[] data = new byte[hex.length() / 2];
    for (int i = 0; i < data.length; i++) data[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    return data;
  }
}
