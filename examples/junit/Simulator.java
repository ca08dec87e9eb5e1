import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A running simulator: {@code url} is the service; {@code ask} speaks to its control plane. */
final class Simulator implements AutoCloseable {
    /** npx may have to download the package first. */
    private static final Duration START_WITHIN = Duration.ofSeconds(60);

    final String url;
    private final String control;
    private final String token;
    private final Process process;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static Simulator start() throws IOException, InterruptedException {
        Path ready = Files.createTempDirectory("simulator").resolve("ready.json");
        String command = System.getenv().getOrDefault("RELAYBENCH", "npx --yes relaybench");
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of("serve", "--port", "0", "--ready-file", ready.toString()));
        Process process = new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
        Instant deadline = Instant.now().plus(START_WITHIN);
        while (!Files.exists(ready)) {
            if (!process.isAlive() || Instant.now().isAfter(deadline)) {
                process.destroy();
                throw new IOException("the simulator was not ready within " + START_WITHIN);
            }
            Thread.sleep(50);
        }
        return new Simulator(process, Files.readString(ready));
    }

    private Simulator(Process process, String ready) {
        this.process = process;
        url = Gate.field(ready, "url");
        control = Gate.field(ready, "control");
        token = Gate.field(ready, "token");
    }

    String ask(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(control + path))
            .header("Authorization", "Bearer " + token)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
        HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (reply.statusCode() >= 300) throw new IOException(path + ": " + reply.body());
        return reply.body();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
