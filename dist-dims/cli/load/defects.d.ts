import type { Defect } from '../../simulator/defects/defect.js';
import type { Result } from '../../document/complaint.js';
export declare function chooseDefects(ids: readonly string[]): Promise<Result<Defect[]>>;
