export function createIntake({ frames, received }) {
    let count = 0;
    let total = 0;
    return {
        take: (bytes) => {
            count++;
            total += bytes;
            if (count > frames)
                return `it brought more than ${frames} frames`;
            return total > received ? `it brought more than ${received} bytes` : undefined;
        },
    };
}
