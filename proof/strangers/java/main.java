// A remote-I/O service for several tenants, one process, reads from a cache; written from the interface alone.
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

final class Main {
  interface Handler {
    void serve(Exchange x) throws IOException;
  }

  private static final ExecutorService WORKERS = Executors.newCachedThreadPool();

  public static void main(String[] words) throws IOException {
    int port = 0, controlPort = 0;
    long seed = 1;
    double lifetime = 3600, scale = 1;
    for (int i = 0; i < words.length; i += 2) {
      if (i + 1 == words.length) usage(words[i] + " needs a value");
      String value = words[i + 1];
      switch (words[i]) {
        case "--port" -> port = Integer.parseInt(value);
        case "--control-port" -> controlPort = Integer.parseInt(value);
        case "--seed" -> seed = Long.parseLong(value);
        case "--token-lifetime" -> lifetime = Double.parseDouble(value);
        case "--quota-scale" -> scale = Double.parseDouble(value);
        case "--defect" -> Switches.defect = value;
        case "--oddity" -> Switches.oddity = value;
        case "--list" -> {
          if (Switches.list(value) == null) usage("--list takes defects or oddities");
          Switches.list(value).forEach((name, shows) -> System.out.println(name + "\t" + shows));
          return;
        }
        default -> usage("there is no option " + words[i]);
      }
    }
    if (!Switches.defect.isEmpty() && !Switches.list("defects").containsKey(Switches.defect)) usage("there is no defect " + Switches.defect);
    if (!Switches.oddity.isEmpty() && !Switches.list("oddities").containsKey(Switches.oddity)) usage("there is no oddity " + Switches.oddity);
    String hurry = System.getenv("HURRY");
    if (hurry != null) {
      Time.speed = Double.parseDouble(hurry);
      endWithInput();
    }
    World world = new World(seed);
    Service service = new Service(world);
    service.lifetime = lifetime * 1000;
    service.scale = scale;
    Rest rest = new Rest(world, service);
    int at = listen(port, (x) -> serve(x, world, service, rest), rest);
    int control = listen(controlPort, new Lab(world)::serve, rest);
    String host = "127.0.0.1:";
    System.out.println("{\"url\":\"http://" + host + at + "\",\"ws_url\":\"ws://" + host + at + "\",\"control_url\":\"http://" + host + control + "\"}");
  }

  private static void usage(String why) {
    System.err.println(why);
    System.exit(2);
  }

  private static void endWithInput() {
    Thread watch = new Thread(() -> {
      try {
        while (System.in.read() >= 0) continue;
      } catch (IOException e) {
        // The end, too.
      }
      System.exit(0);
    });
    watch.setDaemon(true);
    watch.start();
  }

  private static int listen(int port, Handler handler, Rest rest) throws IOException {
    ServerSocket server = new ServerSocket(port, 200, InetAddress.getByName("127.0.0.1"));
    WORKERS.execute(() -> {
      for (;;) {
        try {
          java.net.Socket line = server.accept();
          line.setTcpNoDelay(true);
          WORKERS.execute(() -> talk(line, handler, rest));
        } catch (IOException e) {
          return;
        }
      }
    });
    return server.getLocalPort();
  }

  private static void talk(java.net.Socket line, Handler handler, Rest rest) {
    try (line) {
      BufferedInputStream in = new BufferedInputStream(line.getInputStream());
      for (int count = 1; ; count++) {
        Exchange x = new Exchange(line, in);
        try {
          if (!x.read()) return;
          handler.serve(x);
        } catch (Exchange.Malformed e) {
          x.keep = false;
          rest.refuse(x, e.status);
        }
        if (!x.keep || (Switches.odd("abrupt-close") && count == 3)) return;
      }
    } catch (IOException | Rest.Dropped e) {
      // The connection is over.
    }
  }

  private static void serve(Exchange x, World world, Service service, Rest rest) throws IOException {
    if (!Gate.isFor(x)) {
      rest.serve(x);
      return;
    }
    Gate.Ticket ticket = Gate.taken(world, x.query.get("ticket"));
    if (ticket == null) {
      rest.refuse(x, 401);
      return;
    }
    Gate.shake(x);
    x.keep = false;
    new Socket(world, service, x, ticket).run();
  }
}
