// One HTTP request as it was read, and the one answer to it.
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

final class Exchange {
  static final int MOST_BODY = 65_536;
  final Socket line;
  final BufferedInputStream in;
  final OutputStream out;
  String method, path, version;
  final Map<String, String> query = new LinkedHashMap<>();
  final Map<String, String> headers = new TreeMap<>();
  byte[] body = {};
  boolean keep;
  int status;

  static final class Malformed extends IOException {
    final int status;

    Malformed(int status) {
      this.status = status;
    }
  }

  Exchange(Socket line, BufferedInputStream in) throws IOException {
    this.line = line;
    this.in = in;
    this.out = line.getOutputStream();
  }

  /** False at the end of the connection. */
  boolean read() throws IOException {
    String first = lineOf(in);
    if (first == null) return false;
    if (first.isEmpty()) first = lineOf(in);
    if (first == null) return false;
    String[] words = first.split(" ");
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) throw new Malformed(400);
    method = words[0];
    version = words[2];
    readTarget(words[1]);
    int count = 0;
    for (String each = lineOf(in); each != null && !each.isEmpty(); each = lineOf(in)) {
      int colon = each.indexOf(':');
      if (colon < 1 || ++count > 100) throw new Malformed(400);
      headers.put(each.substring(0, colon).toLowerCase(), each.substring(colon + 1).trim());
    }
    String connection = headers.getOrDefault("connection", "").toLowerCase();
    keep = version.equals("HTTP/1.1") ? !connection.contains("close") : connection.contains("keep-alive");
    if (headers.containsKey("expect")) {
      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }
    readBody();
    return true;
  }

  private void readTarget(String target) throws Malformed {
    try {
      int mark = target.indexOf('?');
      path = mark < 0 ? target : target.substring(0, mark);
      if (mark >= 0)
        for (String pair : target.substring(mark + 1).split("&")) {
          int is = pair.indexOf('=');
          if (is > 0) query.put(decoded(pair.substring(0, is)), decoded(pair.substring(is + 1)));
        }
    } catch (IllegalArgumentException e) {
      throw new Malformed(400);
    }
  }

  static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private void readBody() throws IOException {
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (;;) {
        int size;
        try {
          String head = lineOf(in);
          size = Integer.parseInt(head == null ? "" : head.split(";")[0].trim(), 16);
        } catch (NumberFormatException e) {
          throw new Malformed(400);
        }
        if (size < 0 || all.size() + size > MOST_BODY) throw new Malformed(413);
        all.write(in.readNBytes(size));
        lineOf(in);
        if (size == 0) break;
      }
      body = all.toByteArray();
      return;
    }
    String length = headers.getOrDefault("content-length", "0");
    if (!length.matches("\\d{1,9}")) throw new Malformed(400);
    if (Integer.parseInt(length) > MOST_BODY) throw new Malformed(413);
    body = in.readNBytes(Integer.parseInt(length));
  }

  static String lineOf(BufferedInputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) return null;
      if (text.length() > 16_384) throw new Malformed(431);
      text.append((char) c);
    }
    if (text.length() > 0 && text.charAt(text.length() - 1) == '\r') text.setLength(text.length() - 1);
    return text.toString();
  }

  /** Whether the client has closed its side. */
  boolean isGone() {
    try {
      line.setSoTimeout(2);
      in.mark(1);
      int next = in.read();
      if (next < 0) return true;
      in.reset();
      return false;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    } finally {
      try {
        line.setSoTimeout(0);
      } catch (IOException e) {
        // It is closed.
      }
    }
  }

  void answer(int status, String type, Map<String, String> more, byte[] content) throws IOException {
    this.status = status;
    boolean chunked = Switches.odd("chunked") && version != null && version.equals("HTTP/1.1");
    if (Switches.odd("no-keep-alive")) keep = false;
    Map<String, String> head = new LinkedHashMap<>();
    head.put("Content-Type", type);
    head.putAll(more);
    if (chunked) head.put("Transfer-Encoding", "chunked");
    else head.put("Content-Length", Integer.toString(content.length));
    head.put("Connection", keep ? "keep-alive" : "close");
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " -\r\n");
    head.forEach((name, value) -> text.append(Switches.odd("shouting-headers") ? name.toUpperCase() : name).append(": ").append(value).append("\r\n"));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    if (chunked) {
      for (int at = 0; at < content.length; at += 7) {
        int size = Math.min(7, content.length - at);
        all.write((Integer.toHexString(size).toUpperCase() + ";x=1\r\n").getBytes(StandardCharsets.US_ASCII));
        all.write(content, at, size);
        all.write("\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      all.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } else if (!"HEAD".equals(method)) {
      all.write(content);
    }
    out.write(all.toByteArray());
    out.flush();
  }
}
