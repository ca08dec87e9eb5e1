// A device: contacts, inputs, analog inputs, probes and a serial line, with what it was like before for defects.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Node {
  record Answer(byte[] response, double delay) {}

  final String key;
  final String tenant;
  String title;
  String pin;
  final boolean[] contacts = new boolean[4];
  final int[] impulses = new int[4];
  final boolean[] inputs = new boolean[4];
  final double[] analogs = {4.5, 12.25};
  final double[] probes = {21.5, 40, 1013.2};
  final double[] jogs = {500, 500, 500, 500};
  double bps = 9600;
  boolean reachable = true;
  boolean supplied = true;
  final Map<String, Answer> answers = new LinkedHashMap<>();

  boolean busy;
  String busyWith;
  double stuckUntil;
  final Map<String, Double> lastRefresh = new LinkedHashMap<>();
  int carriedOut;
  final List<Object> untold = new ArrayList<>();
  double[] analogsOfRest = analogs.clone();
  double[] frozenProbes;
  int returns;
  double removedAt = -1;
  double addedAt = -1e9;

  Node(String key, String tenant) {
    this.key = key;
    this.tenant = tenant;
    this.title = "Cabinet " + key;
    this.pin = "pin-of-" + key;
  }

  void take(String work) {
    busy = true;
    busyWith = work;
  }

  void free() {
    busy = false;
    busyWith = null;
  }

  Map<String, Object> row() {
    return Json.of("nodeKey", key, "title", title, "family", "R4-D4-A2",
      "reach", reachable ? "REACHABLE" : "UNREACHABLE", "supply", supplied ? "AC" : "NONE");
  }

  Map<String, Object> live(boolean overWs) {
    return live(contacts, overWs ? (Switches.bad("analog-cached-on-ws") ? analogsOfRest : analogs) : analogs);
  }

  Map<String, Object> live(boolean[] shown, double[] analog) {
    List<Object> contactList = new ArrayList<>(), din = new ArrayList<>(), ain = new ArrayList<>(), tags = new ArrayList<>();
    for (int i = 0; i < shown.length; i++) contactList.add(Json.of("no", i, "pos", shown[i] ? "MADE" : "RELEASED"));
    for (int i = 0; i < inputs.length; i++) {
      boolean stale = i == inputs.length - 1 && Switches.bad("last-input-cached");
      din.add(Json.of("no", i, "lit", stale ? false : inputs[i]));
    }
    for (int i = 0; i < analog.length; i++) ain.add(Json.of("no", i, "now", Json.of("v", analog[i], "u", i == 0 ? "mA" : "V")));
    double[] values = Switches.bad("probes-frozen-after-break") && frozenProbes != null ? frozenProbes : probes;
    String[] names = {"temp", "rh", "hpa"};
    for (int i = 0; i < values.length; i++) tags.add(Json.of("tag", names[i], "num", values[i]));
    return Json.of("contacts", contactList, "din", din, "ain", ain, "probes", tags);
  }

  Map<String, Object> tuning(double[] shown) {
    List<Object> list = new ArrayList<>();
    int count = shown.length - (Switches.bad("config-without-last-relay") ? 1 : 0);
    for (int i = 0; i < count; i++) list.add(Json.of("no", i, "ms", shown[i]));
    double read = Switches.bad("baud-loses-digit") && bps > 100000 ? Math.floor(bps / 10) : bps;
    return Json.of("impulses", list, "serial", Json.of("bps", read));
  }
}
