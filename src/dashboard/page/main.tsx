/** The page beside a server: the app, and the way to the server. */
import { mount } from './app.js';
import { browserServices } from './link/browser.js';
import { LiveLink } from './link.js';
import { attach } from './store.js';

const link = new LiveLink(browserServices());
attach(link);
const root = document.getElementById('app');
if (root) mount(root);
link.open();
