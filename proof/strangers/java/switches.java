// What can be switched on: defects break a rule each; oddities are strange and allowed.
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Switches {
  static String defect = "";
  static String oddity = "";
  private static final Map<String, Map<String, String>> LISTS = read();

  private static Map<String, Map<String, String>> read() {
    try {
      Map<?, ?> all = (Map<?, ?>) Json.read(Files.readString(Path.of("switches.json"), StandardCharsets.UTF_8));
      Map<String, Map<String, String>> lists = new LinkedHashMap<>();
      for (String kind : List.of("defects", "oddities")) {
        Map<String, String> named = new LinkedHashMap<>();
        for (Object one : (List<?>) all.get(kind)) {
          Map<?, ?> entry = (Map<?, ?>) one;
          Object shows = kind.equals("defects") ? entry.get("shows") : entry.get("does");
          named.put((String) entry.get("name"), (String) shows);
        }
        lists.put(kind, named);
      }
      return lists;
    } catch (Exception e) {
      throw new IllegalStateException("switches.json is read from the folder of this server", e);
    }
  }

  static Map<String, String> list(String kind) {
    return LISTS.get(kind);
  }

  /** Whether the named defect is on; a name that is not in the list ends the program. */
  static boolean bad(String name) {
    return isOn(name, defect, "defects");
  }

  static boolean odd(String name) {
    return isOn(name, oddity, "oddities");
  }

  private static boolean isOn(String name, String chosen, String kind) {
    if (LISTS != null && !LISTS.get(kind).containsKey(name)) {
      System.err.println("no such switch: " + name);
      System.exit(70);
    }
    return chosen.equals(name);
  }
}
