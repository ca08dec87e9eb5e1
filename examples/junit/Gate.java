import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import java.util.regex.Pattern;

/** A small client to test: a gate at relay 2 of a device. */
final class Gate {
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final String device;

    Gate(String url, String device) {
        this.url = url + "/svc/v1";
        this.device = device;
    }

    /** Without a reply it asks again, with the same key: that is one command. */
    void open() throws IOException, InterruptedException {
        HttpRequest request = post("/devices/" + device + "/relays/commands", "{\"relays\":[{\"index\":2,\"action\":\"on\"}]}")
            .header("Authorization", "Bearer " + login())
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .build();
        try {
            send(request);
        } catch (IOException noReply) {
            send(request);
        }
    }

    private String login() throws IOException, InterruptedException {
        String body = "{\"clientId\":\"operator\",\"clientSecret\":\"demo-operator-secret\"}";
        return field(send(post("/auth/token", body).build()), "accessToken");
    }

    private HttpRequest.Builder post(String path, String body) {
        return HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        String code = field(body, "code");
        if (!code.equals("SUCCESS")) throw new IllegalStateException(code + ": " + field(body, "message"));
        return body;
    }

    /** Of JSON, to keep the example free of libraries; a real client takes a parser. */
    static String field(String json, String name) {
        var found = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(json);
        return found.find() ? found.group(1) : "";
    }
}
