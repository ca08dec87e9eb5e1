// Where a WebSocket begins: the ticket, and the handshake.
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

final class Gate {
  record Ticket(World.Client client, String token, double at) {}

  static final Map<String, Ticket> tickets = new HashMap<>();

  static boolean isFor(Exchange x) {
    return "GET".equals(x.method) && x.path.equals("/svc/v1/ws")
      && x.headers.getOrDefault("upgrade", "").equalsIgnoreCase("websocket");
  }

  /** Nothing where there is no valid ticket. */
  static Ticket taken(World world, String text) {
    synchronized (world) {
      Ticket ticket = text == null ? null : tickets.get(text);
      if (ticket == null) return null;
      double age = Time.now() - ticket.at();
      if (!Switches.bad("ticket-lives-2s") || age > 2000) tickets.remove(text);
      return age > 30_000 || ticket.client().disabled ? null : ticket;
    }
  }

  static void shake(Exchange x) throws IOException {
    try {
      String key = x.headers.get("sec-websocket-key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
      String accept = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(key.getBytes(StandardCharsets.US_ASCII)));
      x.out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      x.out.flush();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
