// The REST endpoints: who asks, may they, and the envelope of the answer.
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Rest {
  private static final List<String> STATED = List.of("AUTH_INVALID", "APP_DISABLED", "AUTH_SCOPE_DENIED", "DEVICE_BUSY", "RATE_LIMITED", "INTERNAL_ERROR");

  /** Thrown where a defect drops the connection. */
  static final class Dropped extends RuntimeException {}

  private final World world;
  private final Service service;
  private final Map<String, Node> removed = new HashMap<>();
  private int served, familiesRead;

  Rest(World world, Service service) {
    this.world = world;
    this.service = service;
  }

  void serve(Exchange x) throws IOException {
    int count;
    synchronized (world) {
      count = ++served;
    }
    if (Switches.odd("slow-answers")) Time.pause(700);
    String id = "r-" + count;
    Job[] made = {null};
    try {
      if (Switches.odd("restless") && count % 12 == 0) throw Refusal.tooMany(1000);
      if (Switches.odd("some-500") && count % 20 == 0) throw new Refusal(500, "INTERNAL_ERROR");
      Object data = route(x, made);
      if (made[0] != null && Switches.bad("lost-reply-forgets-key") && x.isGone()) service.forget(made[0]);
      service.settle(false);
      succeed(x, id, data);
    } catch (Refusal e) {
      service.settle(e.status == 429);
      fail(x, id, e);
    }
  }

  private void succeed(Exchange x, String id, Object data) throws IOException {
    boolean compat = x.path.matches(".*/relays/[^/]+/commands") && Switches.bad("compat-code-ok");
    boolean saved = x.path.endsWith("/jog-config") && Switches.bad("jog-message-saved");
    Map<String, Object> body = Json.of("code", compat ? "OK" : "SUCCESS", "message", saved ? "Saved" : "OK");
    if (Switches.odd("id-in-success")) body.put("requestId", id);
    if (data != null) body.put("data", data);
    send(x, 200, Map.of(), body);
  }

  static String codeOf(Refusal e) {
    boolean open = !STATED.contains(e.code);
    return open && Switches.odd("strange-words") ? Integer.toString(Math.abs(e.code.hashCode() % 9000)) : e.code;
  }

  static String messageOf(Refusal e) {
    if (!Switches.odd("strange-words")) return "Refused: " + e.code.toLowerCase().replace('_', ' ');
    return e.status % 2 == 0 ? "" : "Ⅷ не получилось \u0007 \" SUCCESS OK " + "ü".repeat(900);
  }

  private void fail(Exchange x, String id, Refusal e) throws IOException {
    int status = e.status;
    boolean relays = x.path != null && x.path.endsWith("/transceive");
    if (relays && e.code.equals("DEVICE_BUSY") && Switches.bad("busy-is-423-on-transceive")) status = 423;
    if (x.path != null && x.path.startsWith("/svc/v1/commands/") && status == 404 && Switches.bad("unknown-job-is-html")) {
      x.answer(404, "text/html", Map.of(), "<html>Not found</html>".getBytes(StandardCharsets.UTF_8));
      return;
    }
    Map<String, Object> body = Json.of("code", codeOf(e), "message", messageOf(e));
    if (!(status == 403 && Switches.bad("denied-without-request-id"))) body.put("requestId", id);
    if (e.data != null) body.put("data", e.data);
    Map<String, String> head = new HashMap<>();
    boolean silent = x.path != null && x.path.endsWith("/ticket") && Switches.bad("ticket-429-without-header");
    if (status == 429 && !silent) {
      long seconds = ((Number) e.data.get("retryAfterSeconds")).longValue();
      head.put("Retry-After", Long.toString(Switches.bad("retry-after-in-ms") ? seconds * 1000 : seconds));
    }
    send(x, status, head, body);
  }

  private void send(Exchange x, int status, Map<String, String> head, Map<String, Object> body) throws IOException {
    x.answer(status, "application/json; charset=utf-8", head, Json.write(body).getBytes(StandardCharsets.UTF_8));
  }

  void refuse(Exchange x, int status) throws IOException {
    fail(x, "r-0", new Refusal(status, "MALFORMED"));
  }

  private World.Token tokenOf(Exchange x, boolean mayBeOld, boolean any) throws Refusal {
    String given = x.headers.getOrDefault("authorization", "");
    World.Token token;
    synchronized (world) {
      token = given.startsWith("Bearer ") ? world.tokens.get(given.substring(7).trim()) : null;
    }
    if (token == null && any && given.startsWith("Bearer ")) token = new World.Token(world.clients.get("acme-all"), "", 1e18);
    if (token == null || (!mayBeOld && token.until() <= Time.now())) throw new Refusal(401, "AUTH_INVALID");
    if (token.client().disabled) throw new Refusal(403, "APP_DISABLED");
    return token;
  }

  private Map<String, Object> bodyOf(Exchange x) throws Refusal {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(x.body)).toString();
      if (Json.read(text) instanceof Map<?, ?> map) {
        @SuppressWarnings("unchecked") Map<String, Object> body = (Map<String, Object>) map;
        return body;
      }
    } catch (Json.Bad | CharacterCodingException e) {
      throw new Refusal(400, "NO_JSON");
    }
    throw new Refusal(400, "NO_OBJECT");
  }

  private Object route(Exchange x, Job[] made) throws Refusal {
    if (!x.path.startsWith("/svc/v1/")) throw new Refusal(404, "NO_PATH");
    String[] parts = x.path.substring(8).split("/", -1);
    try {
      for (int i = 0; i < parts.length; i++) parts[i] = Exchange.decoded(parts[i].replace("+", "%2B"));
    } catch (IllegalArgumentException e) {
      throw new Refusal(400, "BAD_PATH");
    }
    String what = x.method + " " + parts[0] + "/" + parts.length;
    switch (what) {
      case "POST auth/2": {
        if (!parts[1].equals("token")) throw new Refusal(404, "NO_PATH");
        Map<String, Object> body = bodyOf(x);
        if (!(body.get("clientId") instanceof String) || !(body.get("clientSecret") instanceof String)) throw new Refusal(400, "NO_CREDENTIALS");
        return service.token(body.get("clientId"), body.get("clientSecret"));
      }
      case "GET devices/1": return list(x, query(x, false, false));
      case "POST devices/1": return add(x);
      case "GET device-profiles/1": return families(x);
      case "GET commands/2": return job(query(x, false, false), parts[1]);
      case "POST ws/2": return ticket(x, parts[1]);
      case "GET ws/1": throw new Refusal(400, "UPGRADE_WANTED");
      default:
        if (parts[0].equals("devices") && parts.length > 1) return ofNode(x, parts, made);
        throw new Refusal(404, "NO_PATH");
    }
  }

  private World.Token query(Exchange x, boolean old, boolean any) throws Refusal {
    World.Token token = tokenOf(x, old, any);
    Service.require(token.client(), "device:read");
    service.spend(token.client(), token.text(), "query");
    return token;
  }

  private Object list(Exchange x, World.Token token) throws Refusal {
    World.Client client = token.client();
    String take = x.query.getOrDefault("take", "1000"), after = x.query.getOrDefault("after", "");
    if (!take.matches("[1-9]\\d{0,3}")) throw new Refusal(400, "BAD_TAKE");
    synchronized (world) {
      String whose = Switches.bad("list-cache-without-client") ? "" : client.id;
      return world.cached("list " + whose + " " + take + " " + after, () -> page(client, Integer.parseInt(take), after));
    }
  }

  private Object page(World.Client client, int take, String after) {
    List<Object> rows = new ArrayList<>();
    String next = null;
    List<Node> all = new ArrayList<>(world.nodes.values());
    if (Switches.bad("removed-returns")) removed.values().forEach((node) -> {
      if (Time.now() - node.removedAt > 12_000 && !world.nodes.containsKey(node.key)) all.add(node);
    });
    for (Node node : all) {
      if (!client.may(node) || node.key.compareTo(after) <= 0) continue;
      if (Switches.bad("added-listed-late") && Time.now() - node.addedAt < 60_000) continue;
      if (rows.size() == take) {
        next = (String) ((Map<?, ?>) rows.get(take - 1)).get("nodeKey");
        break;
      }
      rows.add(node.row());
    }
    Map<String, Object> data = Json.of("devices", rows.isEmpty() && Switches.bad("no-devices-is-null") ? null : rows);
    if (next != null) data.put("after", next);
    return data;
  }

  private Object families(Exchange x) throws Refusal {
    if (!Switches.bad("families-open")) {
      World.Token token = query(x, false, false);
      if (Switches.bad("manage-reads-no-families") && token.client().scopes.equals(List.of("device:manage")))
        throw new Refusal(403, "AUTH_SCOPE_DENIED", Json.of("requiredScope", "device:read"));
    }
    Map<String, Object> one = Json.of("family", "R4-D4-A2", "label", "Cabinet controller", "contacts", 4, "din", 4, "ain", 2,
      "probes", 3, "serial", true);
    return Json.of("families", List.of(one));
  }

  private Object job(World.Token token, String id) throws Refusal {
    synchronized (world) {
      Job job = world.jobs.get(id);
      boolean may = job != null && (token.client().may(job.node) || Switches.bad("jobs-of-other-tenants"));
      if (!may) throw new Refusal(404, "NO_JOB");
      return Json.of("command", job.view());
    }
  }

  private Object ticket(Exchange x, String what) throws Refusal {
    if (!what.equals("ticket")) throw new Refusal(404, "NO_PATH");
    World.Token token = tokenOf(x, Switches.bad("expired-token-gets-ticket"), false);
    service.spend(token.client(), token.text(), "ticket");
    synchronized (world) {
      String text = world.draw("adm-");
      Gate.tickets.put(text, new Gate.Ticket(token.client(), token.text(), Time.now()));
      return Json.of("admission", text, "secondsLeft", 30);
    }
  }

  private World.Token managed(Exchange x, String endpoint) throws Refusal {
    World.Token token = tokenOf(x, false, false);
    try {
      Service.require(token.client(), "device:manage");
    } catch (Refusal e) {
      if (endpoint.equals("password") && Switches.bad("password-denied-is-401")) throw new Refusal(401, "AUTH_INVALID");
      if (endpoint.equals("add") && Switches.bad("add-names-read")) throw new Refusal(403, "AUTH_SCOPE_DENIED", Json.of("requiredScope", "device:read"));
      throw e;
    }
    service.spend(token.client(), token.text(), "control");
    return token;
  }

  private Object add(Exchange x) throws Refusal {
    World.Client client = managed(x, "add").client();
    Map<String, Object> body = bodyOf(x);
    if (!(body.get("nodeKey") instanceof String key) || !key.matches("[A-Za-z0-9~._-]{3,64}")) throw new Refusal(422, "BAD_NODE_KEY");
    if (!"R4-D4-A2".equals(body.get("family"))) throw new Refusal(422, "BAD_FAMILY");
    synchronized (world) {
      if (world.nodes.containsKey(key)) throw new Refusal(409, "NODE_EXISTS");
      Node before = removed.remove(key);
      Node node = before != null && before.tenant.equals(client.tenant) ? before : new Node(key, client.tenant);
      if (body.get("title") instanceof String title) node.title = title;
      if (body.get("pin") instanceof String pin) node.pin = pin;
      node.addedAt = Time.now();
      world.nodes.put(key, node);
      if (client.only != null) client.only = new ArrayList<>(client.only) {{ add(key); }};
      world.changed(node);
      return Json.of("node", node.row());
    }
  }

  private Node nodeFor(World.Client client, String key, boolean forRead) throws Refusal {
    synchronized (world) {
      Node node = world.nodes.get(key);
      if (node == null && forRead && Switches.bad("removed-readable")) node = removed.get(key);
      if (!client.may(node)) throw new Refusal(404, "NO_NODE");
      return node;
    }
  }

  private Object ofNode(Exchange x, String[] parts, Job[] made) throws Refusal {
    String rest = String.join("/", List.of(parts).subList(2, parts.length));
    String what = x.method + " " + rest.replaceFirst("^relays/[^/]+/", "relays/N/");
    String id = parts[1];
    switch (what) {
      case "GET ": {
        if (parts.length != 2) throw new Refusal(404, "NO_PATH");
        World.Token token = query(x, false, false);
        return Json.of("node", service.refresh(token.client(), token.text(), nodeFor(token.client(), id, true), false));
      }
      case "GET config": return config(query(x, false, Switches.bad("any-token-reads-config")), id);
      case "DELETE ": return remove(managed(x, "remove").client(), id);
      case "PUT password": return password(x, managed(x, "password").client(), id);
      case "POST relays/commands": return operate(x, id, Service.RELAYS, "rest", null, made);
      case "POST relays/N/commands":
        if (Switches.odd("no-compat")) throw new Refusal(404, "GONE");
        return operate(x, id, Service.RELAYS, "compat", parts[3], made);
      case "POST rs485/transceive": return operate(x, id, Service.TRANSCEIVE, "rest", null, made);
      case "PUT rs485/baud-rate": return operate(x, id, Service.BAUD, "rest", null, made);
      case "PUT relays/N/jog-config": return operate(x, id, Service.JOG, "rest", parts[3], made);
      default: throw new Refusal(404, "NO_PATH");
    }
  }

  private Object config(World.Token token, String id) throws Refusal {
    synchronized (world) {
      Node node = world.nodes.get(id);
      boolean may = token.client().may(node) || (node != null && Switches.bad("config-of-other-tenants"));
      if (node == null && Switches.bad("unknown-node-has-config")) return Json.of("tuning", Json.of("impulses", List.of(), "serial", Json.of("bps", 9600)));
      if (!may) throw new Refusal(404, "NO_NODE");
      return Json.of("tuning", world.cached("config " + node.key, () -> node.tuning(node.jogs.clone())));
    }
  }

  private Object remove(World.Client client, String id) throws Refusal {
    Node node = nodeFor(client, id, false);
    synchronized (world) {
      if (node.busy) throw Refusal.busy();
      world.nodes.remove(id);
      node.removedAt = Time.now();
      removed.put(id, node);
      world.changed(node);
    }
    return Json.of();
  }

  private Object password(Exchange x, World.Client client, String id) throws Refusal {
    Node node = nodeFor(client, id, false);
    Map<String, Object> body = bodyOf(x);
    synchronized (world) {
      if (!node.pin.equals(body.get("oldPin"))) throw new Refusal(422, "WRONG_PIN");
      if (!(body.get("newPin") instanceof String pin) || pin.length() < 4 || pin.length() > 64) throw new Refusal(422, "BAD_PIN");
      if (!Switches.bad("password-kept")) node.pin = pin;
    }
    return Switches.bad("password-data-is-text") ? "changed" : Json.of();
  }

  private Object operate(Exchange x, String id, String operation, String way, String index, Job[] made) throws Refusal {
    String key = x.headers.get("idempotency-key");
    boolean known = way.equals("compat") && Switches.bad("known-key-opens-compat") && !x.headers.containsKey("authorization");
    World.Client byKey = known ? service.ownerOf(key) : null;
    World.Token token = byKey != null ? new World.Token(byKey, "", 1e18)
      : tokenOf(x, operation.equals(Service.RELAYS) && Switches.bad("expired-token-controls"), false);
    String scope = Service.SCOPES.get(operation);
    boolean lax = operation.equals(Service.JOG) && Switches.bad("manage-sets-jog") && token.client().scopes.contains("device:manage");
    if (!lax) Service.require(token.client(), scope);
    Node node = nodeFor(token.client(), id, false);
    if (key != null && (key.isEmpty() || key.length() > 200)) throw new Refusal(422, "BAD_KEY");
    Map<String, Object> body = bodyOf(x);
    if (index != null) {
      if (!index.matches("0|[1-9]\\d{0,3}")) throw new Refusal(422, "BAD_NO");
      double no = Double.parseDouble(index);
      if (way.equals("compat")) {
        if (no == 3 && Switches.bad("compat-last-is-first")) no = 0;
        Service.index(no);
        body = Json.of("relays", List.of(Json.of("no", no, "set", body.get("set"))));
      } else {
        body = Json.of("no", no, "ms", body.get("ms"));
      }
    }
    if (operation.equals(Service.RELAYS) && body.containsKey("relays") && body.get("relays") == null && Switches.bad("null-relays-drops")) throw new Dropped();
    if (body.get("tx") instanceof String tx && tx.length() % 2 == 1 && Switches.bad("odd-hex-is-500")) throw new Refusal(500, "INTERNAL_ERROR");
    Job job = service.execute(token.client(), token.text(), node, operation, service.checked(operation, body), key, way, null);
    made[0] = job;
    if (operation.equals(Service.JOG) && Switches.bad("jog-without-command")) return Json.of();
    return Json.of("command", job.view());
  }
}
