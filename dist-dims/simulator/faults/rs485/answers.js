export function changeAnswers(site, change) {
    return {
        influences: ({ deviceId }) => ({
            rs485: (answer) => {
                if (!answer.solicited)
                    return answer;
                const firing = site.fire({ what: `RS485 answer to ${deviceId}`, deviceId });
                if (!firing)
                    return answer;
                const { answer: left, effect } = change(answer);
                firing.note(effect);
                return left;
            },
        }),
    };
}
