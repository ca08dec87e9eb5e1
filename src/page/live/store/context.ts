// The store for all components below the page.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Store } from './store.js';

const StoreContext = createContext<Store | undefined>(undefined);

export const StoreProvider = StoreContext.Provider;

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('a component stands outside of the page');
  return store;
}
