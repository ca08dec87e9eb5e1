export const READ = { kind: 'effects', effects: [{ kind: 'read' }] };
