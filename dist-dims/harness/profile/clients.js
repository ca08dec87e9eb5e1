import { problemAt, unknownName } from '../../document/validate.js';
import { reportRepeats } from './repeats.js';
export function readClients(document, { clients, devices }, environment, problems) {
    const names = Object.entries(clients);
    reportRepeats(problems, document, names.map(([name, { clientId }]) => ({
        path: ['clients', name, 'clientId'],
        what: `clientId of ${name}`,
        value: clientId,
    })));
    return Object.fromEntries(names.map(([name, { clientSecretEnv, devices: own, ...client }]) => {
        const clientSecret = environment[clientSecretEnv] ?? '';
        if (clientSecret === '')
            problems.push(missingSecret(document, name, clientSecretEnv));
        own?.forEach((device, at) => {
            if (Object.hasOwn(devices, device))
                return;
            problems.push(unknownName(document, ['clients', name, 'devices', at], 'device', device, Object.keys(devices)));
        });
        const access = own === undefined ? {} : { devices: own };
        return [name, { ...client, clientSecret, clientSecretEnv, ...access }];
    }));
}
function missingSecret(document, client, variable) {
    return problemAt(document, ['clients', client, 'clientSecretEnv'], `the environment variable ${variable} is not set`, `It holds the secret of API client "${client}": export ${variable}='...'`);
}
