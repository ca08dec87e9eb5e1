"""Tests of a client with pytest: a lost reply, and a wait that costs no time."""

from gate import Gate


def test_a_repeat_after_a_lost_reply_switches_the_relay_once(simulator):
    before = simulator.last_seq()
    simulator.add_fault(fault="response-lost", on={"route": "relays.set"}, count=1)

    Gate(simulator.url, "bench-01").open()

    assert simulator.witness("bench-01")["relays"][1]["switchedTimes"] == 1
    assert len(simulator.requests("relays.set", since=before)) == 2


def test_the_gate_is_asked_again_three_seconds_later(simulator):
    gate = Gate(simulator.url, "bench-01")
    assert not gate.is_blocked()
    simulator.apply("bench-01", kind="set-input", index=3, active=True)
    simulator.step("3s")
    assert gate.is_blocked()
