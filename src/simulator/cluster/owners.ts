// Which instance a device belongs to: rendezvous hashing, so that only the devices of one that comes or goes move.

/** The member with the greatest weight for this device; undefined when there is none. */
export function ownerOf(deviceId: string, members: readonly string[]): string | undefined {
  let owner: string | undefined;
  let greatest = -1;
  for (const member of members) {
    const weight = mixed(hashOf(deviceId, hashOf(member, 0x811c_9dc5)));
    if (weight <= greatest) continue;
    greatest = weight;
    owner = member;
  }
  return owner;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash;
}

/** FNV alone leaves names that differ in their last characters close to each other. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
