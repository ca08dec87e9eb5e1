// JSON as maps, lists, texts, numbers, booleans and null: read strictly, written plainly.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static final class Bad extends Exception {}

  static Object read(String text) throws Bad {
    Json json = new Json(text);
    Object value = json.value(0);
    json.space();
    if (json.at < text.length()) throw new Bad();
    return value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private char next() throws Bad {
    if (at >= text.length()) throw new Bad();
    return text.charAt(at++);
  }

  private boolean is(char wanted) {
    space();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private Object value(int depth) throws Bad {
    if (depth > 60) throw new Bad();
    space();
    if (at >= text.length()) throw new Bad();
    char first = text.charAt(at);
    if (first == '{') return object(depth);
    if (first == '[') return array(depth);
    if (first == '"') return string();
    if (word("true")) return true;
    if (word("false")) return false;
    if (word("null")) return null;
    return number();
  }

  private boolean word(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private Object object(int depth) throws Bad {
    at++;
    Map<String, Object> all = new LinkedHashMap<>();
    if (is('}')) return all;
    do {
      space();
      if (at >= text.length() || text.charAt(at) != '"') throw new Bad();
      String name = string();
      if (!is(':')) throw new Bad();
      all.put(name, value(depth + 1));
    } while (is(','));
    if (!is('}')) throw new Bad();
    return all;
  }

  private Object array(int depth) throws Bad {
    at++;
    List<Object> all = new ArrayList<>();
    if (is(']')) return all;
    do all.add(value(depth + 1));
    while (is(','));
    if (!is(']')) throw new Bad();
    return all;
  }

  private String string() throws Bad {
    at++;
    StringBuilder out = new StringBuilder();
    for (char c = next(); c != '"'; c = next()) {
      if (c < ' ') throw new Bad();
      out.append(c == '\\' ? escaped() : c);
    }
    return out.toString();
  }

  private char escaped() throws Bad {
    char c = next();
    if (c == 'u') {
      try {
        int code = Integer.parseInt(text.substring(at, at + 4), 16);
        at += 4;
        return (char) code;
      } catch (RuntimeException e) {
        throw new Bad();
      }
    }
    int which = "\"\\/bfnrt".indexOf(c);
    if (which < 0) throw new Bad();
    return "\"\\/\b\f\n\r\t".charAt(which);
  }

  private Object number() throws Bad {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    String digits = text.substring(from, at);
    if (!digits.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) throw new Bad();
    return Double.parseDouble(digits);
  }

  /** A map of names and values that follow each other. */
  static Map<String, Object> of(Object... pairs) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) all.put((String) pairs[i], pairs[i + 1]);
    return all;
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out, Switches.odd("wide-json"));
    return out.toString();
  }

  private static void write(Object value, StringBuilder out, boolean wide) {
    String gap = wide ? "\n\t " : "";
    if (value instanceof Map<?, ?> map) {
      List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
      if (wide) java.util.Collections.reverse(entries);
      out.append('{');
      boolean more = false;
      for (Map.Entry<?, ?> entry : entries) {
        if (more) out.append(',');
        more = true;
        out.append(gap);
        write(entry.getKey(), out, wide);
        out.append(wide ? " :\r\n" : ":");
        write(entry.getValue(), out, wide);
      }
      if (Switches.odd("extra-everywhere")) {
        if (more) out.append(',');
        out.append("\"zz-more\":{\"n\":null,\"list\":[[],[1]],\"deviceId\":7}");
      }
      out.append(gap).append('}');
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (int i = 0; i < list.size(); i++) {
        if (i > 0) out.append(',');
        out.append(gap);
        write(list.get(i), out, wide);
      }
      out.append(gap).append(']');
    } else if (value instanceof Number number) {
      out.append(numeral(number.doubleValue()));
    } else if (value instanceof String string) {
      quote(string, out, wide);
    } else {
      out.append(value);
    }
  }

  private static String numeral(double value) {
    if (Switches.odd("odd-numbers")) {
      String text = new java.math.BigDecimal(Double.toString(value)).unscaledValue().toString();
      int scale = new java.math.BigDecimal(Double.toString(value)).scale();
      return text + "E" + (scale > 0 ? "-" + scale : "+" + -scale);
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : Double.toString(value);
  }

  private static void quote(String text, StringBuilder out, boolean wide) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (wide && c == '/') out.append("\\/");
      else if (c < ' ' || (wide && (c == 'a' || c == 'E' || c > 126))) out.append(String.format("\\u%04X", (int) c));
      else out.append(c);
    }
    out.append('"');
  }
}
