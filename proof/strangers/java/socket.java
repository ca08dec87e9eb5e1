// One WebSocket connection: frames in and out, and the topics.
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

final class Socket {
  final World.Client client;
  private final String token;
  private final World world;
  private final Service service;
  private final java.net.Socket line;
  private final DataInputStream in;
  private final OutputStream out;
  private final double openedAt = Time.now();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final LinkedBlockingQueue<String> outbox = new LinkedBlockingQueue<>(5000);
  private volatile boolean closed;

  private static final class Closing extends IOException {
    final int code;

    Closing(int code) {
      this.code = code;
    }
  }

  Socket(World world, Service service, Exchange x, Gate.Ticket ticket) throws IOException {
    this.world = world;
    this.service = service;
    this.client = ticket.client();
    this.token = ticket.token();
    this.line = x.line;
    this.in = new DataInputStream(x.in);
    this.out = x.out;
  }

  void run() {
    Thread writer = new Thread(this::write);
    writer.setDaemon(true);
    writer.start();
    synchronized (world) {
      world.sockets.add(this);
      if (Switches.bad("last-event-on-connect"))
        for (Map<String, Object> event : world.lastEvents.values())
          if (client.may(world.nodes.get(((Map<?, ?>) event.get("data")).get("nodeKey")))) send(event);
    }
    if (Switches.odd("short-sockets")) Time.later(12_000, () -> close(4001));
    if (Switches.odd("strange-topics")) chatter();
    try {
      read();
    } catch (Closing e) {
      close(e.code);
    } catch (IOException e) {
      close(0);
    } finally {
      synchronized (world) {
        world.sockets.remove(this);
      }
      closed = true;
      outbox.offer("");
    }
  }

  private void chatter() {
    Time.later(500, () -> {
      if (closed) return;
      outbox.offer("{\"type\":\"push\",\"about\":\"weather.changed\"}");
      outbox.offer("{\"type\":\"push\",\"about\":\"device.firmware.offered\",\"seq\":null,\"data\":{\"nodeKey\":\"acme~n-01\",\"changes\":5}}");
      chatter();
    });
  }

  private void read() throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    boolean open = false;
    for (;;) {
      int first = in.readUnsignedByte(), second = in.readUnsignedByte();
      int kind = first & 15;
      boolean last = (first & 128) != 0;
      if ((second & 128) == 0 || (first & 112) != 0) throw new Closing(1002);
      long length = second & 127;
      if (length == 126) length = in.readUnsignedShort();
      else if (length == 127) length = in.readLong();
      if (kind >= 8 && (length > 125 || !last)) throw new Closing(1002);
      if (length < 0 || length + message.size() > 65_536) throw new Closing(1009);
      byte[] mask = in.readNBytes(4), data = in.readNBytes((int) length);
      if (mask.length < 4 || data.length < length) throw new Closing(0);
      for (int i = 0; i < data.length; i++) data[i] ^= mask[i % 4];
      if (kind == 8) throw new Closing(data.length >= 2 ? ((data[0] & 255) << 8 | data[1] & 255) : 1000);
      if (kind == 9) frame(138, data);
      if (kind >= 9 && kind <= 10) continue;
      if (kind == 2) throw new Closing(1003);
      if (kind > 2 || (kind == 0) != open) throw new Closing(1002);
      message.write(data);
      open = !last;
      if (!last) continue;
      take(message.toByteArray());
      message.reset();
    }
  }

  private void take(byte[] data) throws Closing {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
    } catch (CharacterCodingException e) {
      throw new Closing(1007);
    }
    Object read = null;
    boolean isJson = true;
    try {
      read = Json.read(text);
    } catch (Json.Bad e) {
      isJson = false;
    }
    if (!isJson) {
      if (Switches.odd("bad-json-closes")) throw new Closing(1007);
      if (Switches.bad("bad-frame-closes-all")) {
        synchronized (world) {
          for (Socket other : List.copyOf(world.sockets)) if (other.client == client) other.close(1008);
        }
      }
    }
    if (!(read instanceof Map<?, ?> map) || !(map.get("requestId") instanceof String id) || id.isEmpty()) {
      reply(null, new Refusal(400, "BAD_FRAME"), null);
      return;
    }
    if (inFlight.incrementAndGet() > 64) {
      inFlight.decrementAndGet();
      reply(id, Refusal.tooMany(1000), null);
      return;
    }
    @SuppressWarnings("unchecked") Map<String, Object> request = (Map<String, Object>) map;
    Thread work = new Thread(() -> {
      try {
        Map<String, Object> result = answer(id, request);
        service.settle(false);
        if (result != null) reply(id, null, result);
      } catch (Refusal e) {
        service.settle(e.status == 429);
        reply(id, e, null);
        if (e.status == 429 && Switches.bad("rate-limited-closes")) {
          Time.pause(20);
          close(1008);
        }
      } catch (RuntimeException e) {
        e.printStackTrace();
        reply(id, new Refusal(500, "INTERNAL_ERROR"), null);
      } finally {
        inFlight.decrementAndGet();
      }
    });
    work.setDaemon(true);
    work.start();
  }

  private void reply(String id, Refusal refusal, Map<String, Object> data) {
    String shown = id != null && id.length() > 40 && Switches.bad("request-id-cut-at-40") ? id.substring(0, 40) : id;
    Map<String, Object> reply = Json.of("type", "reply", "requestId", shown == null ? "" : shown,
      "code", refusal == null ? "SUCCESS" : Rest.codeOf(refusal), "message", refusal == null ? "OK" : Rest.messageOf(refusal));
    if (refusal != null) reply.put("data", refusal.data == null ? Json.of() : refusal.data);
    else if (!data.containsKey("no data")) reply.put("data", data);
    send(reply);
  }

  /** Nothing where no reply is sent. */
  private Map<String, Object> answer(String id, Map<String, Object> request) throws Refusal {
    if (client.disabled) throw new Refusal(403, "APP_DISABLED");
    service.spend(client, token, "message");
    Object op = request.get("op");
    if ("session.ping".equals(op)) {
      if (Switches.bad("ping-silent-after-20s") && Time.now() - openedAt > 20_000) return null;
      return Switches.bad("ping-without-data") ? Json.of("no data", true) : Json.of("clock", Math.floor(Time.now()));
    }
    if (!(request.get("data") instanceof Map<?, ?> data)) throw new Refusal(400, "NO_DATA");
    if ("device.state.get".equals(op)) return state(data.get("nodeKey"));
    if ("device.operation.execute".equals(op)) return execute(data);
    throw new Refusal(400, "NO_OP");
  }

  private Node nodeFor(Object key) throws Refusal {
    synchronized (world) {
      Node node = key instanceof String text ? world.nodes.get(text) : null;
      if (!client.may(node)) throw new Refusal(404, "NO_NODE");
      return node;
    }
  }

  private Map<String, Object> state(Object key) throws Refusal {
    Service.require(client, "device:read");
    if (Switches.bad("config-gets-no-state-on-ws") && client.scopes.equals(List.of("device:config")))
      throw new Refusal(403, "AUTH_SCOPE_DENIED", Json.of("requiredScope", "device:read"));
    return Json.of("node", service.refresh(client, token, nodeFor(key), true));
  }

  private Map<String, Object> execute(Map<?, ?> data) throws Refusal {
    if (!(data.get("operation") instanceof Map<?, ?> operation)) throw new Refusal(400, "NO_OPERATION");
    Object name = operation.get("name");
    String scope = name instanceof String text ? Service.SCOPES.get(text) : null;
    if (scope == null || (Service.JOG.equals(name) && Switches.bad("ws-jog-unknown"))) throw new Refusal(422, "NO_OPERATION");
    boolean lax = Service.BAUD.equals(name) && Switches.bad("control-sets-baud-on-ws") && client.scopes.contains("device:control");
    if (!lax) Service.require(client, scope);
    Node node = nodeFor(data.get("nodeKey"));
    Object key = data.get("idempotencyKey");
    if (key != null && (!(key instanceof String text) || text.isEmpty() || text.length() > 200)) throw new Refusal(422, "BAD_KEY");
    if (!(operation.get("with") instanceof Map<?, ?> with)) throw new Refusal(422, "NO_PARAMETERS");
    @SuppressWarnings("unchecked") Map<String, Object> params = (Map<String, Object>) with;
    Job job = service.execute(client, token, node, (String) name, service.checked((String) name, params), (String) key, "ws", this);
    return Json.of("command", job.view());
  }

  void send(Map<String, Object> message) {
    if (!closed && !outbox.offer(Json.write(message))) close(1013);
  }

  private void write() {
    try {
      while (!closed) {
        String text = outbox.take();
        if (text.isEmpty()) continue;
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        if (!Switches.odd("fragments")) {
          frame(129, data);
          continue;
        }
        int third = data.length / 3;
        frame(1, java.util.Arrays.copyOf(data, third));
        frame(137, "p".getBytes());
        frame(0, java.util.Arrays.copyOfRange(data, third, 2 * third));
        frame(128, java.util.Arrays.copyOfRange(data, 2 * third, data.length));
      }
    } catch (IOException | InterruptedException e) {
      close(0);
    }
  }

  private void frame(int first, byte[] data) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(first);
    if (data.length < 126) {
      all.write(data.length);
    } else if (data.length < 65_536) {
      all.write(126);
      all.write(data.length >> 8);
      all.write(data.length);
    } else {
      all.write(127);
      all.write(ByteBuffer.allocate(8).putLong(data.length).array());
    }
    all.write(data);
    synchronized (out) {
      out.write(all.toByteArray());
      out.flush();
    }
  }

  void close(int code) {
    if (closed) return;
    closed = true;
    try {
      if (code >= 1000 && code != 1005 && code != 1006) frame(136, new byte[] {(byte) (code >> 8), (byte) code});
      line.shutdownOutput();
    } catch (IOException e) {
      // It is gone already.
    }
    Time.later(500, () -> {
      try {
        line.close();
      } catch (IOException e) {
        // It is gone already.
      }
    });
  }
}
