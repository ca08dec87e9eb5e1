// A command: what was asked, how far it is, and what came of it.
import java.util.LinkedHashMap;
import java.util.Map;

final class Job {
  String id, tenant, operation, kind, fingerprint;
  World.Client owner;
  Node node;
  Map<String, Object> params, asked;
  double beganAt;
  String state = "WAITING";
  Map<String, Object> result;
  double endedAt = -1;

  Map<String, Object> view() {
    double age = endedAt < 0 ? 0 : Time.now() - endedAt;
    boolean forgets = state.equals("TIMEOUT") && age > 12000 && Switches.bad("timeout-becomes-ok");
    Map<String, Object> all = new LinkedHashMap<>(Json.of("job", id, "nodeKey", node.key, "operation", operation,
      "params", params, "status", forgets ? "OK" : state));
    if (result != null && !(age > 5000 && Switches.bad("result-lost-after-5s"))) all.put("result", result);
    return all;
  }

  synchronized void end(String how, Map<String, Object> yield) {
    state = how;
    result = yield;
    endedAt = Time.now();
    notifyAll();
  }

  synchronized void awaitEnd() {
    try {
      while (endedAt < 0) wait(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
