export default {
  url: 'https://old.example',
  baseUrl: '/',
  presets: [['classic', { docs: { path: 'docs', routeBasePath: 'manual' } }]],
};
