// Which functions of the faults have been called, as the engine of JavaScript counts them.
import { type Profiler, Session } from 'node:inspector';

const FAULTS = '/src/simulator/faults/';

/** The names of the functions of `src/simulator/faults` that were called while `work` lasted, with their files. */
export async function faultCallsDuring(work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await post(session, 'Profiler.enable');
    await post(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    // The first report also holds what was called before.
    await post(session, 'Profiler.takePreciseCoverage');
    await work();
    const { result } = await post(session, 'Profiler.takePreciseCoverage');
    await post(session, 'Profiler.stopPreciseCoverage');
    return result.flatMap(calledIn);
  } finally {
    session.disconnect();
  }
}

function calledIn({ url, functions }: Profiler.ScriptCoverage): string[] {
  const at = url.indexOf(FAULTS);
  if (at < 0) return [];
  const file = url.slice(at + FAULTS.length);
  return functions
    .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
    .map(({ functionName }) => `${file}: ${functionName || 'a function without a name'}`);
}

interface Results {
  'Profiler.enable': undefined;
  'Profiler.startPreciseCoverage': object;
  'Profiler.takePreciseCoverage': Profiler.TakePreciseCoverageReturnType;
  'Profiler.stopPreciseCoverage': undefined;
}

function post<M extends keyof Results>(
  session: Session,
  method: M,
  parameters?: object,
): Promise<Results[M]> {
  return new Promise((resolve, reject) => {
    session.post(method, parameters, (error, result) =>
      error ? reject(error) : resolve(result as Results[M]),
    );
  });
}
