// What an analog input or a sensor shows over time. A signal is a pure function: nothing runs between reads.
export {};
