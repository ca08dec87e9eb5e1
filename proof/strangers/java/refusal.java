// An answer other than success: status, code and data.
import java.util.Map;

final class Refusal extends Exception {
  final int status;
  final String code;
  final Map<String, Object> data;

  Refusal(int status, String code, Map<String, Object> data) {
    super(code);
    this.status = status;
    this.code = code;
    this.data = data;
  }

  Refusal(int status, String code) {
    this(status, code, null);
  }

  static Refusal tooMany(double ms) {
    double seconds = Math.max(1, Math.ceil(ms / 1000)) + (Switches.odd("generous-delay") ? 3 : 0);
    return new Refusal(429, "RATE_LIMITED", Json.of("retryAfterSeconds", seconds));
  }

  static Refusal busy() {
    return new Refusal(409, "DEVICE_BUSY");
  }
}
