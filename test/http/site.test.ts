import { testPublishedSite } from '#test/published-site.ts';
import { builtSite } from './forms-site.ts';

testPublishedSite(builtSite);
