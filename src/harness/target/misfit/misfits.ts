// What it means that something of a target does not fit the dialect: that the dialect is wrong, or that the target is.
// This is the only place that decides it.
import { isUnknownWord, type Mismatch } from '../../../dialect/dialect.js';
import { type MessageForm, type FormPlace, isFixed, ruleOfForm } from './form.js';
import type { MisfitBreach } from './misfit-breach.js';
import { lacksGroup, NO_GROUPS, type StateGroups } from './missing-group.js';

/** A form of the dialect that nothing of the target has fitted so far, with the first place that did not fit. */
export interface DialectMisfit {
  readonly form: MessageForm;
  readonly mismatch: Mismatch;
}

/**
 * @param asWritten the target is said to speak the dialect that comes with conform, which has every name as the
 *   interface or our documents write it: then what does not fit is wrong at once.
 * @param groups of the state of a device, as the dialect calls them: what has been read in the state of a device may
 *   not be missing in an event.
 */
export function createMisfits(asWritten: boolean, groups: StateGroups = NO_GROUPS) {
  const fitted = new Set<MessageForm>();
  const first = new Map<MessageForm, Mismatch>();
  const seen = new Set<MessageForm>();
  let claimed = asWritten;

  const isBreach = (form: MessageForm, mismatch: Mismatch): boolean => {
    if (isFixed(form, mismatch)) return true;
    if (mismatch.optional) return false;
    if (isMissingGroup(form, mismatch) && fitted.has('device state')) return true;
    // A word that a dialect leaves out is missing in the dialect, whatever else has fitted.
    return claimed || (fitted.has(form) && !isUnknownWord(mismatch));
  };
  const isMissingGroup = (form: MessageForm, { actual, declaredAt }: Mismatch): boolean =>
    form === 'event device.state.changed' && actual === 'nothing' && groups.places.has(declaredAt);
  const breaches = (
    form: MessageForm,
    mismatches: readonly Mismatch[],
    place: FormPlace,
  ): readonly MisfitBreach[] => {
    const lacking = form === 'device state' && lacksGroup(groups, mismatches, place.data);
    return mismatches
      .filter((mismatch) => (lacking && !mismatch.optional) || isBreach(form, mismatch))
      .slice(0, MOST_BREACHES)
      .map((mismatch) => ({
        rule: ruleOfForm(form, mismatch, place),
        expected: `${mismatch.pointer || 'the frame'}: ${mismatch.expected} (${form}, ${mismatch.declaredAt})`,
        actual: mismatch.actual,
      }));
  };
  return {
    /**
     * Something of this form came. What does not fit is a problem of the dialect as long as nothing of the form has
     * fitted, and the target's breach afterwards.
     * @returns the breaches in it.
     */
    see: (form: MessageForm, mismatches: readonly Mismatch[], place: FormPlace) => {
      seen.add(form);
      const [misfit] = mismatches.filter((each) => !each.optional);
      if (!misfit) fitted.add(form);
      const found = breaches(form, mismatches, place);
      const [own] = found.length > 0 ? [] : mismatches;
      if (own && !first.has(form)) first.set(form, own);
      return found;
    },

    /** The same of what was seen before, by what is known now. */
    breaches,

    /** The dialect is known to be right about the form. */
    isKnown: (form: MessageForm) => claimed || fitted.has(form),

    /** Forms that were seen, and how many of them have fitted. */
    count: () => ({ seen: seen.size, fitted: fitted.size }),

    /** Each form once that does not fit, and is no breach. */
    ofDialect: (): readonly DialectMisfit[] => [...first].map(([form, mismatch]) => ({ form, mismatch })),

    /** The target turns out to speak another dialect than the usual one. */
    renounce: () => {
      claimed = false;
    },
  };
}

/** Of one reply or event. */
const MOST_BREACHES = 3;
