export function createNotes(startedAt) {
    const observations = [];
    const disturbances = [];
    let announcedUntil = startedAt;
    let lastSentAt = startedAt;
    return {
        observations,
        disturbances,
        get announcedUntil() {
            return announcedUntil;
        },
        get lastSentAt() {
            return lastSentAt;
        },
        observe: (observation) => void observations.push(observation),
        disturbed: (by, detail) => void disturbances.push({ by, detail }),
        announced: (until) => void (announcedUntil = Math.max(announcedUntil, until)),
        sent: (at) => void (lastSentAt = at),
    };
}
