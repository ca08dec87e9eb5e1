// What the tenants may do: access, quotas, refreshes, and the operations of a device, one at a time.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

final class Service {
  static final String RELAYS = "device.relay.set", TRANSCEIVE = "device.rs485.transceive";
  static final String BAUD = "device.rs485.baudRate.set", JOG = "device.relay.jogConfig.set";
  static final Map<String, String> SCOPES = Map.of(RELAYS, "device:control", TRANSCEIVE, "device:control",
    BAUD, "device:config", JOG, "device:config");
  private static final Map<String, Integer> QUOTAS = Map.of("query", 200, "control", 40, "refresh", 60, "ticket", 40,
    "token", 60, "message", 300);
  private static final double WINDOW = 10_000;

  private static final ThreadLocal<List<Deque<Double>>> SPENT = ThreadLocal.withInitial(ArrayList::new);

  final World world;
  double lifetime = 3_600_000;
  double scale = 1;
  private final Map<String, Deque<Double>> spent = new HashMap<>();
  private final Set<String> burnt = new HashSet<>();
  private final Map<String, String> refreshedBy = new HashMap<>();
  private final Map<String, Job> ofKeys = new HashMap<>();
  private int jobs, controls;
  private double lastTicket = -1e9;

  Service(World world) {
    this.world = world;
  }

  static void require(World.Client client, String scope) throws Refusal {
    boolean granted = scope.equals("device:read") ? !client.scopes.isEmpty() : client.scopes.contains(scope);
    if (!granted) throw new Refusal(403, "AUTH_SCOPE_DENIED", Json.of("requiredScope", scope));
  }

  void spend(World.Client client, String token, String kind) throws Refusal {
    synchronized (world) {
      if (kind.equals("ticket") && Switches.odd("ticket-each-second")) {
        double left = lastTicket + 1000 - Time.now();
        if (left > 0) throw Refusal.tooMany(left);
        lastTicket = Time.now();
      }
      String name = (Switches.bad("quota-of-token") ? token : client.id) + " " + kind;
      Deque<Double> times = spent.computeIfAbsent(name, (key) -> new ArrayDeque<>());
      while (!times.isEmpty() && times.peekFirst() <= Time.now() - WINDOW) times.removeFirst();
      int most = Math.max(2, (int) (QUOTAS.get(kind) * scale));
      if (times.size() >= most) {
        double left = times.peekFirst() + WINDOW - Time.now();
        if (Switches.bad("quota-counts-refusals")) {
          times.addLast(Time.now());
          times.removeFirst();
        }
        throw Refusal.tooMany(left);
      }
      times.addLast(Time.now());
      SPENT.get().add(times);
    }
  }

  /** What a request has spent is given back when it is refused with 429 after all. */
  void settle(boolean refused) {
    synchronized (world) {
      if (refused) SPENT.get().forEach(Deque::pollLast);
      SPENT.get().clear();
    }
  }

  Map<String, Object> token(Object id, Object secret) throws Refusal {
    synchronized (world) {
      World.Client client = world.clients.get(id instanceof String ? id : "");
      if (client == null || !(secret instanceof String text) || !fits(client, text)) throw new Refusal(401, "AUTH_INVALID");
      if (client.disabled) throw new Refusal(403, "APP_DISABLED");
      spend(client, "", "token");
      World.Token token = new World.Token(client, world.draw("at_"), Time.now() + lifetime);
      world.tokens.put(token.text(), token);
      Object scopes = Switches.bad("scopes-as-text") ? String.join(" ", client.scopes.toArray(String[]::new)) : client.scopes;
      return Json.of("accessToken", token.text(), "tokenType", "Bearer", "expiresIn", Math.floor(lifetime / 1000),
        "clientId", client.id, "scopes", scopes);
    }
  }

  private boolean fits(World.Client client, String secret) {
    if (Switches.bad("secret-by-its-start") && secret.length() >= 8 && client.secret.startsWith(secret.substring(0, 8))) return true;
    if (Switches.bad("secret-of-the-tenant"))
      return world.clients.values().stream().anyMatch((one) -> one.tenant.equals(client.tenant) && one.secret.equals(secret));
    return client.secret.equals(secret);
  }

  private void requireReach(Node node) throws Refusal {
    if (!node.reachable || !node.supplied) throw new Refusal(Switches.odd("unreachable-422") ? 422 : 409, "NODE_UNREACHABLE");
  }

  private boolean isTaken(Node node) {
    if (node.busy || node.stuckUntil > Time.now()) return true;
    return Switches.bad("busy-in-tenant")
      && world.nodes.values().stream().anyMatch((one) -> one.tenant.equals(node.tenant) && TRANSCEIVE.equals(one.busyWith));
  }

  Map<String, Object> refresh(World.Client client, String token, Node node, boolean overWs) throws Refusal {
    double took = Switches.odd("slow-device") ? 2000 : 180;
    boolean besides;
    synchronized (world) {
      besides = overWs && TRANSCEIVE.equals(node.busyWith) && Switches.bad("state-during-transceive");
      if (!besides && isTaken(node)) {
        if (Switches.bad("busy-refresh-spends")) node.lastRefresh.put(budgetOf(client, node), Time.now());
        throw Refusal.busy();
      }
      requireReach(node);
      requireBudget(client, node, overWs);
      spend(client, token, "refresh");
      if (!besides) node.take("refresh");
    }
    Time.pause(took);
    synchronized (world) {
      if (!besides) node.free();
      requireReach(node);
      setRefreshed(client, node);
      refreshedBy.put(node.key, overWs ? "ws" : "rest");
      if (!overWs) node.analogsOfRest = node.analogs.clone();
      Map<String, Object> row = node.row();
      row.put("live", node.live(overWs));
      return row;
    }
  }

  private String budgetOf(World.Client client, Node node) {
    return Switches.bad("budget-of-client") ? client.id : "";
  }

  private void setRefreshed(World.Client client, Node node) {
    for (Node one : world.nodes.values()) {
      boolean shares = Switches.bad("budget-of-tenant") && one.tenant.equals(node.tenant);
      if (one == node || shares) one.lastRefresh.put(budgetOf(client, node), Time.now());
    }
  }

  private void requireBudget(World.Client client, Node node, boolean overWs) throws Refusal {
    if (!overWs && Switches.bad("rest-after-ws-free") && "ws".equals(refreshedBy.get(node.key))) return;
    String budget = budgetOf(client, node);
    double interval = Switches.bad("interval-2600") ? 2600 : Switches.odd("budget-7s") ? 7000 : 3010;
    double left = node.lastRefresh.getOrDefault(budget, -1e9) + interval - Time.now();
    if (left <= 0) return;
    if (Switches.bad("rejection-adds-half")) node.lastRefresh.merge(budget, 500.0, Double::sum);
    if (overWs && Switches.bad("ws-429-without-delay")) throw new Refusal(429, "RATE_LIMITED", Json.of());
    if (overWs && Switches.bad("delay-short-on-ws")) throw new Refusal(429, "RATE_LIMITED", Json.of("retryAfterSeconds", 1));
    throw Refusal.tooMany(left);
  }

  /** What an operation is asked for, as it stands in its command. */
  Map<String, Object> checked(String operation, Map<String, Object> params) throws Refusal {
    switch (operation) {
      case RELAYS: return Json.of("relays", relays(params.get("relays")));
      case TRANSCEIVE: {
        byte[] tx = Serial.bytes(params.get("tx"));
        Object wait = params.getOrDefault("waitMs", 500.0);
        if (tx == null || tx.length < 1 || tx.length > 256) throw new Refusal(422, "BAD_TX");
        if (!(wait instanceof Double ms) || ms < 50 || ms > 10_000) throw new Refusal(422, "BAD_WAIT");
        return Json.of("tx", Serial.hex(tx), "waitMs", wait);
      }
      case BAUD: {
        Object bps = params.get("bps");
        boolean known = List.of(1200.0, 2400.0, 4800.0, 9600.0, 19200.0, 38400.0, 57600.0, 115200.0).contains(bps);
        if (!known) throw new Refusal(422, "BAD_BPS");
        return Json.of("bps", bps);
      }
      default: {
        Object ms = params.get("ms");
        if (!(ms instanceof Double length) || length < 20 || length > 60_000 || length != Math.rint(length))
          throw new Refusal(422, "BAD_MS");
        return Json.of("no", (double) index(params.get("no")), "ms", ms);
      }
    }
  }

  static int index(Object no) throws Refusal {
    if (no instanceof Double number && number >= 0 && number <= 3 && number == Math.rint(number)) return number.intValue();
    throw new Refusal(422, "BAD_NO");
  }

  private List<Object> relays(Object given) throws Refusal {
    if (!(given instanceof List<?> list) || list.isEmpty() || list.size() > 4) throw new Refusal(422, "BAD_RELAYS");
    List<Object> all = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (Object one : list) {
      if (!(one instanceof Map<?, ?> entry)) throw new Refusal(422, "BAD_RELAYS");
      int no = index(entry.get("no"));
      Object set = entry.get("set");
      if (!(set instanceof String) || !List.of("MADE", "RELEASED", "IMPULSE").contains(set)) throw new Refusal(422, "BAD_SET");
      if (!seen.add(no)) throw new Refusal(422, "TWICE");
      all.add(Json.of("no", (double) no, "set", set));
    }
    return all;
  }

  private String ledgerName(World.Client client, String key, String way, Socket socket) {
    String whole = Switches.bad("key-cut-at-32") && key.length() > 32 ? key.substring(0, 32) : key;
    String owner = Switches.bad("keys-of-tenant") ? client.tenant : client.id;
    return owner + "|" + (socket != null && Switches.bad("ws-keys-of-connection") ? socket.hashCode() + "|" : "") + whole;
  }

  /** @param way rest, compat or ws */
  Job execute(World.Client client, String token, Node node, String operation, Map<String, Object> params, String key, String way, Socket socket) throws Refusal {
    if (operation.equals(BAUD) && way.equals("rest") && Switches.bad("baud-without-keys")) key = null;
    if (key == null && Switches.odd("key-wanted")) throw new Refusal(400, "KEY_WANTED");
    String name = key == null ? null : ledgerName(client, key, way, socket);
    String fingerprint = node.key + " " + operation + " " + Json.write(params);
    Job known = name == null ? null : known(name, node, fingerprint);
    if (known != null) {
      known.awaitEnd();
      if (Switches.bad("repeat-runs-silently")) perform(known, way);
      return known;
    }
    Job job = new Job();
    boolean besides;
    synchronized (world) {
      if (name != null && burnt.contains(name)) throw Refusal.busy();
      besides = TRANSCEIVE.equals(node.busyWith)
        && (operation.equals(RELAYS) && Switches.bad("relays-during-transceive") || operation.equals(BAUD) && Switches.bad("baud-during-transceive"));
      if (!besides && isTaken(node)) {
        if (name != null && Switches.bad("busy-key-burnt")) burnt.add(name);
        if (operation.equals(RELAYS) && Switches.bad("busy-is-done-later")) doLater(node, params);
        throw Refusal.busy();
      }
      requireReach(node);
      if (Switches.odd("control-seldom") && ++controls % 4 == 0) throw Refusal.tooMany(2000);
      spend(client, token, "control");
      job.id = client.tenant + ":" + (Switches.odd("long-job-names") ? "~job.".repeat(34) : "j") + ++jobs;
      job.tenant = client.tenant;
      job.node = node;
      job.operation = way.equals("ws") && Switches.bad("ws-operation-renamed") ? operation.substring(7) : operation;
      job.params = way.equals("ws") && Switches.bad("ws-params-empty") ? Json.of() : params;
      job.asked = params;
      job.kind = operation;
      job.fingerprint = fingerprint;
      job.beganAt = Time.now();
      world.jobs.put(job.id, job);
      if (name != null) world.ledger.put(name, job);
      if (key != null) ofKeys.put(key, job);
      job.owner = client;
      if (!besides) node.take(operation);
    }
    Runnable work = () -> {
      perform(job, way);
      synchronized (world) {
        if (!besides) node.free();
        if (job.state.equals("TIMEOUT") && Switches.bad("stuck-after-timeout")) node.stuckUntil = Time.now() + 8000;
      }
    };
    if (Switches.odd("jobs-later")) Time.later(0, work);
    else work.run();
    return job;
  }

  World.Client ownerOf(String key) {
    synchronized (world) {
      return key != null && ofKeys.containsKey(key) ? ofKeys.get(key).owner : null;
    }
  }

  private Job known(String name, Node node, String fingerprint) throws Refusal {
    Job job;
    synchronized (world) {
      job = world.ledger.get(name);
      if (job == null || (Switches.bad("key-kept-10s") && Time.now() - job.beganAt > 10_000)) return null;
      if (Switches.bad("key-on-other-node-runs") && job.node != node) return null;
      if (!job.fingerprint.equals(fingerprint)) {
        if (Switches.odd("reuse-gives-first")) return job;
        throw new Refusal(422, "KEY_TAKEN");
      }
      if (job.endedAt < 0 && Switches.odd("twin-busy")) throw Refusal.busy();
    }
    if (job.endedAt < 0 && Switches.bad("twin-in-flight")) {
      job.awaitEnd();
      Time.pause(30);
      return null;
    }
    return job.state.equals("TIMEOUT") && Switches.bad("timeout-repeat-runs") ? null : job;
  }

  void forget(Job job) {
    synchronized (world) {
      world.ledger.values().removeIf((one) -> one == job);
    }
  }

  private void doLater(Node node, Map<String, Object> params) {
    Time.later(200, () -> {
      synchronized (world) {
        if (node.busy) doLater(node, params);
        else world.act(node, actions(params), false);
      }
    });
  }

  private Map<Integer, String> actions(Map<String, Object> params) {
    Map<Integer, String> all = new TreeMap<>();
    String last = "";
    for (Object one : (List<?>) params.get("relays")) {
      Map<?, ?> entry = (Map<?, ?>) one;
      last = (String) entry.get("set");
      all.put(((Double) entry.get("no")).intValue(), last);
    }
    if (Switches.bad("relays-as-last")) for (Map.Entry<Integer, String> entry : all.entrySet()) entry.setValue(last);
    return all;
  }

  private void perform(Job job, String way) {
    Node node = job.node;
    Time.pause(Switches.odd("slow-device") ? 1000 : Switches.odd("jobs-later") ? 700 : 120);
    if (job.kind.equals(TRANSCEIVE)) {
      transceive(job, way);
      return;
    }
    synchronized (world) {
      if (!node.reachable || !node.supplied) {
        job.end("KO", null);
        return;
      }
      node.carriedOut++;
      if (job.kind.equals(RELAYS)) world.act(node, actions(job.asked), way.equals("compat"));
      else configure(job, way);
      job.end("OK", null);
    }
  }

  private void configure(Job job, String way) {
    Node node = job.node;
    boolean ws = way.equals("ws");
    if (job.kind.equals(BAUD)) {
      node.bps = (Double) job.asked.get("bps");
      if (ws && Switches.bad("ws-baud-tells")) world.tell(node, List.of(World.change("contacts", 0)), null);
    } else {
      int no = ((Double) job.asked.get("no")).intValue();
      double ms = (Double) job.asked.get("ms");
      if (ws && ms > 1000 && Switches.bad("jog-whole-seconds-on-ws")) ms = Math.floor(ms / 1000) * 1000;
      if (no == 3 && Switches.bad("jog-of-last-is-for-all")) java.util.Arrays.fill(node.jogs, ms);
      node.jogs[no] = ms;
      if (ws && Switches.bad("config-cache-misses-ws")) return;
    }
    world.cache.remove("config " + node.key);
  }

  private void transceive(Job job, String way) {
    Node node = job.node;
    byte[] tx = Serial.bytes(job.asked.get("tx"));
    double wait = (Double) job.asked.get("waitMs");
    if (Switches.bad("wait-at-most-1s")) wait = Math.min(wait, 1000);
    Node.Answer answer;
    synchronized (world) {
      node.carriedOut++;
      answer = node.answers.get(Serial.hex(tx));
      if (answer == null) answer = tx[0] == (byte) 0xFF ? new Node.Answer(null, 0) : new Node.Answer(tx, 30);
    }
    boolean comes = answer.response() != null && answer.delay() <= wait;
    Time.pause(comes ? answer.delay() : wait);
    synchronized (world) {
      if (!node.reachable || !node.supplied) {
        job.end("KO", null);
      } else if (comes) {
        byte[] rx = worsened(answer.response(), way);
        if (rx.length > 64 && Switches.bad("long-response-is-event")) world.received(node, rx);
        job.end("OK", Json.of("rx", Serial.hex(rx)));
      } else {
        job.end(way.equals("ws") && Switches.bad("timeout-is-ko-on-ws") ? "KO" : "TIMEOUT", null);
        byte[] late = answer.response();
        if (late == null) return;
        Time.later(answer.delay() - wait, () -> {
          synchronized (world) {
            world.received(node, late);
          }
        });
      }
    }
  }

  private byte[] worsened(byte[] response, String way) {
    byte[] rx = response.clone();
    if (Switches.bad("rx-cut-at-255") && rx.length > 255) rx = java.util.Arrays.copyOf(rx, 255);
    if (Switches.bad("rx-of-one-is-empty") && rx.length == 1) rx = new byte[0];
    if (Switches.bad("rx-seven-bits") && way.equals("ws")) for (int i = 0; i < rx.length; i++) rx[i] &= 0x7f;
    if (Switches.bad("rx-loses-first-zeros")) {
      int from = 0;
      while (from < rx.length && rx[from] == 0) from++;
      rx = java.util.Arrays.copyOfRange(rx, from, rx.length);
    }
    return rx;
  }
}
