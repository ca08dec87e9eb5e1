// Faults: what is staged, waiting and over; bad days to start with one click; and a form for each fault there is.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Forms, Plans } from '../../../simulator/control/replies.js';
import { useStore } from '../store/context.js';
import { FaultForm } from './fault-form.js';
import { PlanCards } from './plan-cards.js';
import { StagedList } from './staged-list.js';

export function FaultsView(): JSX.Element {
  const { api, life } = useStore();
  const forms = useSignal<Forms | undefined>(undefined);
  const plans = useSignal<Plans | undefined>(undefined);
  useEffect(() => {
    void api.get<Forms>('/forms').then((answer) => {
      if (answer.ok) forms.value = answer.value;
    });
    void api.get<Plans>('/plans').then((answer) => {
      if (answer.ok) plans.value = answer.value;
    });
  }, [api, life.value]);
  return (
    <section class="faults" aria-labelledby="faults-title">
      <div class="toolbar">
        <h1 id="faults-title">Faults</h1>
        <p class="quiet">What goes wrong, on purpose. Everything on this page ends when you say so.</p>
      </div>
      <div class="faults-body">
        <div class="column">
          <StagedList />
          <FaultForm kinds={forms.value?.faults ?? []} />
        </div>
        <div class="column">
          <PlanCards plans={plans.value?.plans ?? []} />
        </div>
      </div>
    </section>
  );
}
