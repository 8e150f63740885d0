/** Auth.js gets its options anew with each request; those that its integration bundles are empty. */
const options = {};

export default options;
