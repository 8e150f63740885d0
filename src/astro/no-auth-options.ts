/** Auth.js gets its options with each request, so the options that its integration bundles are empty. */
const options = {};

export default options;
