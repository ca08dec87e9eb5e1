// Whether a device can reach the service: the link is up or down.
export function createLink(onDropped, onRestored) {
    let up = true;
    let drops = 0;
    return {
        isUp: () => up,
        drops: () => drops,
        drop: () => {
            if (!up)
                return;
            up = false;
            drops++;
            onDropped();
        },
        restore: () => {
            if (up)
                return;
            up = true;
            onRestored();
        },
    };
}
