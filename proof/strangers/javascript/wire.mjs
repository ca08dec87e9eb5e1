// How JSON and refusals are written on both channels.
import { bug, odd } from './switches.mjs';
import { world } from './world.mjs';

function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).reverse().map(([k, v]) => [k, reversed(v)]));
}

export function encode(value) {
  let text = odd('pretty_json') ? JSON.stringify(reversed(value), null, 3).replace(/\n/g, '\r\n') : JSON.stringify(value);
  if (odd('escaped_json')) {
    text = text.replace(/o/g, '\\u006f').replace(/\//g, '\\/')
      .replace(/[\u0080-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
  }
  return text;
}

// Statuses and codes that the interface leaves open, in another choice.
const OTHER = {
  NO_SUCH_DEVICE: [404, 'E-4041'], NO_SUCH_COMMAND: [404, 'E-4042'], NO_SUCH_ROUTE: [405, 'E-4050'], NO_SUCH_LINE: [422, 'E-4221'],
  FIELD_INVALID: [400, 'E-4001'], BODY_INVALID: [422, 'E-4222'], BODY_TOO_LARGE: [413, 'E-4130'], KEY_CONFLICT: [409, 'E-4091'],
  KEY_INVALID: [422, 'E-4223'], DEVICE_UNREACHABLE: [422, 'E-4224'], APP_DISABLED: [423, 'APP_DISABLED'],
  TICKET_REFUSED: [400, 'E-4002'], PASS_MISMATCH: [409, 'E-4092'], SERIAL_TAKEN: [422, 'E-4225'], MESSAGE_INVALID: [400, 'E-4003'],
  TOPIC_UNKNOWN: [404, 'E-4043'], OPERATION_UNKNOWN: [422, 'E-4226'],
};
const GERMAN = {
  RATE_LIMITED: 'Zu viele Anfragen, bitte später.', DEVICE_BUSY: 'Gerät ist beschäftigt.', AUTH_INVALID: 'Anmeldung ungültig.',
  AUTH_SCOPE_DENIED: 'Berechtigung fehlt für diese Ausführung.', NO_SUCH_DEVICE: 'Gerät gehört nicht dazu oder fehlt.',
};

export const newRequestId = () => 'rq-' + String(world.nextRequest++).padStart(8, '0');

export function present(refusal) {
  let { status, code, message, data } = refusal;
  if (odd('foreign_messages')) message = GERMAN[code] ?? 'Anfrage nicht möglich.';
  if (odd('odd_refusals') && code in OTHER) [status, code] = OTHER[code];
  if (code === 'AUTH_SCOPE_DENIED') {
    if (bug('scope_no_required')) data = {};
    if (bug('scope_code')) code = 'FORBIDDEN';
    if (bug('scope_status_401')) status = 401;
  }
  return { status, code, message, data: { ...data } };
}
