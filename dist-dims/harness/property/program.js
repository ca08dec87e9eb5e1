export function stepsOf({ prologue, body, epilogue }) {
    return [...prologue, ...body, ...epilogue];
}
