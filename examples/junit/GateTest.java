import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A test of a client with JUnit 5: a lost reply, a repeat with the same key, and one switching of the relay. */
class GateTest {
    private static Simulator simulator;

    @BeforeAll
    static void start() throws Exception {
        simulator = Simulator.start();
    }

    @BeforeEach
    void reset() throws Exception {
        simulator.ask("POST", "/reset", "");
    }

    @AfterAll
    static void stop() throws Exception {
        simulator.close();
    }

    @Test
    void aRepeatAfterALostReplySwitchesTheRelayOnce() throws Exception {
        simulator.ask("POST", "/faults", "{\"fault\":\"response-lost\",\"on\":{\"route\":\"relays.set\"},\"count\":1}");

        new Gate(simulator.url, "bench-01").open();

        String witness = simulator.ask("GET", "/devices/bench-01/witness", "");
        assertTrue(witness.contains("{\"index\":2,\"closed\":true,\"switchedTimes\":1}"), witness);
        String journal = simulator.ask("GET", "/journal?kind=request", "");
        assertEquals(3, journal.split("\"what\":\"relays.set\"", -1).length, journal);
    }
}
