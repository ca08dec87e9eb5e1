// The tenants with their clients, devices, jobs and connections, the cache that reads come from, and the physics.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

final class World {
  static final class Client {
    String id, secret, tenant;
    List<Object> scopes;
    List<String> only;
    boolean disabled;

    boolean may(Node node) {
      return node != null && node.tenant.equals(tenant) && (only == null || only.contains(node.key));
    }
  }

  record Token(Client client, String text, double until) {}

  final Map<String, Client> clients = new LinkedHashMap<>();
  final Map<String, Node> nodes = new TreeMap<>();
  final Map<String, Token> tokens = new HashMap<>();
  final Map<String, Job> jobs = new HashMap<>();
  final Map<String, Job> ledger = new HashMap<>();
  final List<Socket> sockets = new ArrayList<>();
  final Map<String, Object> cache = new HashMap<>();
  final Map<String, Map<String, Object>> lastEvents = new HashMap<>();
  final Random random;
  private int events;

  World(long seed) {
    random = new Random(seed);
    for (int i = 1; i <= 6; i++) add(new Node("acme~n-0" + i, "acme"));
    for (int i = 1; i <= 2; i++) add(new Node("bolt~n-0" + i, "bolt"));
    if (Switches.odd("many-nodes")) for (int i = 100; i < 400; i++) add(new Node("acme~x-" + i, "acme"));
    List<Object> all = List.of("device:control", "device:config", "device:manage");
    client("acme-all", "acme", all, null);
    client("acme-twin", "acme", all, null);
    client("acme-read", "acme", List.of("device:read"), null);
    client("acme-control", "acme", List.of("device:control"), null);
    client("acme-config", "acme", List.of("device:config"), null);
    client("acme-manage", "acme", List.of("device:manage"), null);
    client("acme-part", "acme", all, List.of("acme~n-01"));
    client("acme-none", "acme", List.of("device:read"), List.of());
    client("acme-off", "acme", all, null).disabled = true;
    client("bolt-all", "bolt", all, null);
  }

  private void add(Node node) {
    nodes.put(node.key, node);
  }

  private Client client(String id, String tenant, List<Object> scopes, List<String> only) {
    Client client = new Client();
    client.id = id;
    client.secret = "secret-of-" + id;
    client.tenant = tenant;
    client.scopes = scopes;
    client.only = only;
    clients.put(id, client);
    return client;
  }

  String draw(String start) {
    return start + Long.toString(random.nextLong() >>> 1, 36) + Long.toString(random.nextLong() >>> 1, 36);
  }

  /** What a read gives is kept until something of the tenant changes. */
  Object cached(String name, java.util.function.Supplier<Object> read) {
    if (!cache.containsKey(name)) cache.put(name, read.get());
    return cache.get(name);
  }

  void changed(Node node) {
    cache.keySet().removeIf((name) -> !name.startsWith("config "));
  }

  void setContact(Node node, int index, boolean made) {
    node.impulses[index]++;
    node.contacts[index] = made;
  }

  /** Switches contacts as one act of the device, and tells what has changed. */
  void act(Node node, Map<Integer, String> actions, boolean byCompat) {
    boolean[] before = node.contacts.clone();
    List<Object> changes = new ArrayList<>();
    boolean again = false;
    for (Map.Entry<Integer, String> one : actions.entrySet()) {
      int index = one.getKey();
      String action = one.getValue();
      boolean wanted = !action.equals("RELEASED");
      if (index == 3 && !wanted && Switches.bad("last-relay-stays-made")) continue;
      if (index == 3 && actions.size() > 1 && Switches.bad("last-relay-only-alone")) continue;
      again |= !wanted && !node.contacts[index];
      if (node.contacts[index] != wanted) changes.add(change("contacts", index));
      setContact(node, index, wanted);
      if (action.equals("IMPULSE") && !(byCompat && Switches.bad("compat-impulse-stays"))) endLater(node, index);
    }
    if (changes.isEmpty() && again && Switches.bad("release-twice-tells")) changes.add(change("contacts", 0));
    if (!changes.isEmpty() && !(byCompat && Switches.bad("compat-silent"))) tell(node, changes, before);
  }

  private void endLater(Node node, int index) {
    int number = node.impulses[index];
    Time.later(node.jogs[index], () -> {
      synchronized (this) {
        if (node.impulses[index] != number || !node.supplied) return;
        boolean[] before = node.contacts.clone();
        setContact(node, index, false);
        if (!Switches.bad("impulse-end-silent")) tell(node, List.of(change("contacts", index)), before);
      }
    });
  }

  static Map<String, Object> change(String kind, int index) {
    return Json.of("kind", kind, "no", index);
  }

  /** Tells a change now, or when the device can be reached again. */
  void tell(Node node, List<Object> changes, boolean[] before) {
    changed(node);
    if (!node.reachable || !node.supplied) {
      node.untold.addAll(changes);
      return;
    }
    List<Object> named = Switches.bad("changes-first-only") ? changes.subList(0, 1) : changes;
    boolean[] shown = Switches.bad("event-before-change") && before != null ? before : node.contacts;
    if (Switches.odd("events-split")) {
      for (Object one : named) publish(node, "device.state.changed", Json.of("changes", List.of(one), "peripherals", block(node, shown)));
    } else {
      publish(node, "device.state.changed", Json.of("changes", new ArrayList<>(named), "peripherals", block(node, shown)));
    }
  }

  private Map<String, Object> block(Node node, boolean[] shown) {
    Map<String, Object> block = node.live(shown, node.analogs);
    if (Switches.bad("event-without-probes")) block.remove("probes");
    return block;
  }

  private void tellUntold(Node node) {
    if (node.untold.isEmpty() || !node.reachable || !node.supplied) return;
    List<Object> late = new ArrayList<>(new java.util.LinkedHashSet<>(node.untold));
    node.untold.clear();
    tell(node, late, null);
  }

  void setReach(Node node, boolean up) {
    if (node.reachable == up) return;
    node.reachable = up;
    changed(node);
    if (up) {
      if (!(Switches.bad("second-online-silent") && ++node.returns > 1)) publish(node, "device.connection.online", Json.of());
    } else {
      node.frozenProbes = node.probes.clone();
      publish(node, "device.connection.offline", Json.of());
    }
    tellUntold(node);
  }

  void setSupply(Node node, boolean on) {
    if (node.supplied == on) return;
    changed(node);
    if (!on) {
      publish(node, "device.power.lost", Json.of());
      node.supplied = false;
      for (int i = 0; i < node.contacts.length; i++) {
        if (node.contacts[i]) node.untold.add(change("contacts", i));
        setContact(node, i, false);
      }
      return;
    }
    node.supplied = true;
    publish(node, Switches.bad("restored-is-online") ? "device.connection.online" : "device.power.restored", Json.of());
    tellUntold(node);
  }

  void received(Node node, byte[] data) {
    if (!node.reachable || !node.supplied || data.length == 0) return;
    if (data[0] == 0 && Switches.bad("received-loses-zero")) return;
    publish(node, "device.rs485.received", Json.of("rx", Serial.hex(data)));
  }

  void publish(Node node, String topic, Map<String, Object> more) {
    Map<String, Object> data = Json.of("nodeKey", node.key);
    data.putAll(more);
    Map<String, Object> event = Json.of("type", "push", "about", topic, "seq", node.tenant + "." + ++events,
      "when", Math.floor(1.7e12 + Time.now()), "data", data);
    if (Switches.odd("events-merged") && topic.equals("device.state.changed")) merge(node, event);
    else send(node, topic, event);
  }

  private final Map<String, List<Object>> waiting = new HashMap<>();

  @SuppressWarnings("unchecked")
  private void merge(Node node, Map<String, Object> event) {
    Map<String, Object> data = (Map<String, Object>) event.get("data");
    boolean first = !waiting.containsKey(node.key);
    waiting.computeIfAbsent(node.key, (key) -> new ArrayList<>()).addAll((List<Object>) data.get("changes"));
    if (!first) return;
    Time.later(400, () -> {
      synchronized (this) {
        data.put("changes", new ArrayList<>(new java.util.LinkedHashSet<>(waiting.remove(node.key))));
        data.put("peripherals", block(node, node.contacts));
        send(node, "device.state.changed", event);
      }
    });
  }

  private void send(Node node, String topic, Map<String, Object> event) {
    lastEvents.put(node.key, event);
    double delay = Switches.odd("events-late") ? 2000 : Switches.odd("event-after-reply") ? 300 : 0;
    List<Socket> to = receivers(node, topic);
    if (delay == 0) to.forEach((socket) -> socket.send(event));
    else Time.later(delay, () -> to.forEach((socket) -> socket.send(event)));
    if (Switches.odd("events-twice")) Time.later(1500, () -> to.forEach((socket) -> socket.send(event)));
  }

  private List<Socket> receivers(Node node, String topic) {
    List<Socket> to = new ArrayList<>();
    for (Socket socket : sockets) {
      Client client = socket.client;
      boolean entitled = Switches.bad("events-within-tenant") ? client.tenant.equals(node.tenant) : client.may(node);
      if (!entitled || client.disabled) continue;
      if (Switches.bad("events-not-to-second")) to.removeIf((other) -> other.client == client);
      if (Switches.bad("offline-only-to-oldest") && topic.equals("device.connection.offline") && !to.isEmpty()) continue;
      to.add(socket);
    }
    return to;
  }
}
