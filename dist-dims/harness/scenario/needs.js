/**
 * The first channels of a list, those around its middle, the last ones, or from both ends. With `ends`, names of
 * inputs and sensors share a channel where the device has fewer; relays never do.
 */
export const PLACES = ['first', 'middle', 'last', 'ends'];
