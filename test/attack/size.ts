// How large an attack is, and with which seed: test/attack/run.mjs says it in the environment.

/** An attack that is `whole` in full size, at the part of it that was asked for; at least 1. */
export function sized(whole: number): number {
  return Math.max(1, Math.round(whole / numberIn('ATTACK_PART')));
}

export function attackSeed(): number {
  return numberIn('ATTACK_SEED');
}

function numberIn(name: string): number {
  return Number(process.env[name] ?? 1);
}
