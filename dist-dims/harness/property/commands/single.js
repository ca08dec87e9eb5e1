import { createCommand } from './command.js';
import { canGo, named } from './request.js';
export function single(requests) {
    return requests.map((drawn) => drawn.map((request) => createCommand(JSON.stringify(request.step), (model, draft) => {
        const name = draft.nextName();
        draft.steps.push(named(request, name));
        if (request.creates)
            model.operations.push(name);
    }, (model) => canGo(model, request.step))));
}
