export function createStep({ levels, every, after }) {
    return (elapsed) => {
        const steps = Math.floor(elapsed / every);
        const at = after === 'repeat' ? steps % levels.length : Math.min(steps, levels.length - 1);
        return levels[at] ?? 0;
    };
}
