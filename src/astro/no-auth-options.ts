/** auth-astro bundles these options. They are empty, because the route passes the options with each request. */
const options = {};

export default options;
