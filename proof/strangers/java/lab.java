// The bench beside the devices, on a port of its own: what a technician does by hand. No part of the interface.
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

final class Lab {
  static final String KEY = "lab-key-of-acme";
  private final World world;

  Lab(World world) {
    this.world = world;
  }

  void serve(Exchange x) throws IOException {
    Map<String, Object> answer = Json.of("no", "such thing");
    int status = 404;
    if (!KEY.equals(x.headers.get("x-lab-key"))) {
      status = 401;
    } else {
      try {
        Object read = x.body.length == 0 ? Json.of() : Json.read(new String(x.body, StandardCharsets.UTF_8));
        String[] parts = x.path.split("/");
        for (int i = 0; i < parts.length; i++) parts[i] = Exchange.decoded(parts[i]);
        synchronized (world) {
          Map<String, Object> done = read instanceof Map<?, ?> body && parts.length >= 4 ? act(parts, body) : null;
          if (done != null) {
            answer = done;
            status = 200;
          }
        }
      } catch (Json.Bad | RuntimeException e) {
        status = 400;
      }
    }
    x.answer(status, "application/json", Map.of(), Json.write(answer).getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, Object> act(String[] parts, Map<?, ?> body) {
    if (parts[2].equals("client")) {
      world.clients.get(parts[3]).disabled = body.get("disabled") == Boolean.TRUE;
      return Json.of("done", true);
    }
    Node node = world.nodes.get(parts[2]);
    if (node == null) return null;
    switch (parts[3]) {
      case "witness": {
        List<Object> made = new ArrayList<>();
        for (int i = 0; i < node.contacts.length; i++) made.add(Json.of("no", i, "made", node.contacts[i]));
        return Json.of("contacts", made, "carriedOut", node.carriedOut);
      }
      case "din": {
        int no = number(body.get("no"));
        boolean lit = body.get("lit") == Boolean.TRUE;
        if (node.inputs[no] == lit) break;
        node.inputs[no] = lit;
        if (!(no == 3 && Switches.bad("last-input-silent"))) world.tell(node, List.of(World.change("din", no)), null);
        break;
      }
      case "ain": {
        int no = number(body.get("no"));
        double v = (Double) body.get("v"), before = node.analogs[no];
        node.analogs[no] = v;
        if (Switches.bad("large-analog-step-tells") && Math.abs(v - before) > Math.abs(before) / 10)
          world.tell(node, List.of(World.change("din", 0)), null);
        break;
      }
      case "probe": {
        node.probes[List.of("temp", "rh", "hpa").indexOf(body.get("tag"))] = (Double) body.get("num");
        break;
      }
      case "reach": world.setReach(node, body.get("up") == Boolean.TRUE); break;
      case "supply": world.setSupply(node, body.get("on") == Boolean.TRUE); break;
      case "say": world.received(node, Serial.bytes(body.get("rx"))); break;
      case "reply": {
        double delay = body.get("afterMs") instanceof Double ms ? ms : 30;
        node.answers.put(Serial.hex(Serial.bytes(body.get("tx"))), new Node.Answer(body.get("rx") == null ? null : Serial.bytes(body.get("rx")), delay));
        break;
      }
      default: return null;
    }
    return Json.of("done", true);
  }

  private static int number(Object value) {
    return ((Double) value).intValue();
  }
}
