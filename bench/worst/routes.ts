import { formRoutes } from './form-routes.ts';
import { modelRoutes } from './model-routes.ts';
import { pageRoutes } from './page-routes.ts';
import type { Route } from './requests.ts';
import { staffRoutes } from './staff-routes.ts';

/** Every route that anonymous clients can call. */
export const routes: readonly Route[] = [...pageRoutes, ...modelRoutes, ...formRoutes, ...staffRoutes];
