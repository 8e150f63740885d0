import { testPublishedSite } from '../published-site.ts';
import { builtSite } from './forms-site.ts';

testPublishedSite(builtSite);
