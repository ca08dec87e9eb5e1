// A bad day for each plan that comes with the program: what it will do is said before it is started.
import type { JSX } from 'preact';
import type { PlanView } from '../../../simulator/control/replies.js';
import { useStore } from '../store/context.js';

export function PlanCards({ plans }: { readonly plans: readonly PlanView[] }): JSX.Element {
  return (
    <section aria-labelledby="plans-title" class="panel">
      <h2 id="plans-title">Bad days</h2>
      <p class="quiet small">
        Each is a plan of faults that comes with the program; its timeline begins when you start it.
      </p>
      <ul class="plans">
        {plans.map((plan) => (
          <Plan key={plan.name} plan={plan} />
        ))}
      </ul>
    </section>
  );
}

function Plan({ plan }: { readonly plan: PlanView }): JSX.Element {
  const { api, notices } = useStore();
  const { name, about, text, lines, problems } = plan;
  const title = name.replaceAll('-', ' ').replace('rs485', 'RS485');
  const start = (): void =>
    void notices.done(
      api.send<{ readonly ids: readonly string[] }>('POST', '/faults/plan', text),
      ({ ids }) => `${title} has begun: ${ids.join(', ')}.`,
    );
  return (
    <li class="plan">
      <div class="row">
        <h3>{title}</h3>
        <button type="button" class="button small primary" disabled={problems.length > 0} onClick={start}>
          Start<span class="hidden"> {title}</span>
        </button>
      </div>
      {about !== '' && <p>{about}</p>}
      {lines.length > 0 && (
        <details>
          <summary>
            What it will do<span class="hidden">: {title}</span>
          </summary>
          <ol class="timeline-lines mono">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      )}
      {problems.length > 0 && <p class="quiet small">Not for this fleet: {problems.join(' ')}</p>}
    </li>
  );
}
