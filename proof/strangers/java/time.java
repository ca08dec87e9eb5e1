// The clock of this server, which may go faster than that of the machine: now, pause and later, in milliseconds.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

final class Time {
  static double speed = 1;
  private static final long START = System.nanoTime();
  private static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(4, (work) -> {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  });

  static double now() {
    return (System.nanoTime() - START) / 1e6 * speed;
  }

  static void pause(double ms) {
    try {
      if (ms > 0) Thread.sleep((long) Math.ceil(ms / speed));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void later(double ms, Runnable act) {
    TIMER.schedule(() -> {
      try {
        act.run();
      } catch (RuntimeException e) {
        e.printStackTrace();
      }
    }, (long) Math.ceil(ms / speed * 1000), TimeUnit.MICROSECONDS);
  }
}
