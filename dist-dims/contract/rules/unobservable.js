/** What is seen of them by the way is judged all the same. */
export const UNOBSERVABLE = {
    'limits.shared-per-client': 'No quota is given in numbers, and sharing one shows only when it is used up; to use up a generous one ' +
        'would take more requests than anybody may send to a server for the sake of a test.',
    'limits.ticket-endpoint': 'No quota is given in numbers, so nobody can make the endpoint refuse; where it does, its 429 is judged ' +
        'like any other, in every check.',
    'limits.control-stricter': 'No quota is given in numbers: to compare that of controls with that of queries, both would have to be ' +
        'used up.',
};
