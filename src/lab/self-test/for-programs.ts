// Defects that no scenario brings to light, by their ids, and why: only programs of random steps and pauses do.
// A test holds the list to that: a defect that a scenario catches has no place in it.

export const FOR_PROGRAMS: Readonly<Record<string, string>> = {
  'key-forgotten-after-fifteen-seconds': 'a scenario would have to keep a device for that long in real time',
};
