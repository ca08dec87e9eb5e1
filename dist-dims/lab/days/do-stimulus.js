/** @param turn how often it has been done before; an input changes each time. */
export function doStimulus(running, stimulus, turn) {
    const stimuli = running.device(stimulus.device)?.stimuli;
    const { index = 1, active = true, key = '', value = 0, data = '' } = stimulus;
    switch (stimulus.do) {
        case 'set-input':
            stimuli?.setInput(index, turn % 2 === 0 ? active : !active);
            return;
        case 'set-analog':
            stimuli?.setAnalog(index, value);
            return;
        case 'set-sensor':
            stimuli?.setSensor(key, value);
            return;
        case 'cut-power':
            stimuli?.cutPower();
            return;
        case 'restore-power':
            stimuli?.restorePower();
            return;
        case 'drop-link':
            stimuli?.dropLink();
            return;
        case 'restore-link':
            stimuli?.restoreLink();
            return;
        case 'inject-rs485':
            stimuli?.injectRs485(data);
    }
}
