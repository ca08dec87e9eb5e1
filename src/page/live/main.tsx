// The live page of a simulator.
import { render } from 'preact';
import '../style/base.css';
import '../style/live.css';
import '../style/traffic.css';
import 'uplot/dist/uPlot.min.css';
import { browserMachine } from '../shared/machine.js';
import { createApi } from './api.js';
import { App } from './app.js';
import { createPlace } from './place.js';
import { createStore } from './store/store.js';
import { StoreProvider } from './store/context.js';
import { NoToken } from './no-token.js';
import { showPlainText } from '../shared/plain-text.js';
import { hasToken, takeToken } from '../shared/token.js';

showPlainText();

const root = document.getElementById('app');
const token = takeToken();
// A link that is opened in the tab of a page changes no more than the fragment.
addEventListener('hashchange', () => {
  if (!hasToken()) return;
  takeToken();
  location.reload();
});
if (root && token === undefined) render(<NoToken wasOpen={false} />, root);
if (root && token !== undefined) {
  const store = createStore(createApi(token), browserMachine());
  render(
    <StoreProvider value={store}>
      <App place={createPlace()} />
    </StoreProvider>,
    root,
  );
}
