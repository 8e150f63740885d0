// swagger-ui-dist has no types. These cover the part that this site uses.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Component = (props: never) => unknown;
  export type System = {
    React: {
      createElement(type: string | Component, props: object, ...children: readonly unknown[]): unknown;
    };
    getComponent(name: string, connected: boolean): Component;
  };
  type Changes = { wrapComponents: Record<string, () => (props: { text: string }) => string | null> };
  type Addition = (system: System) => { components: Record<string, Component> };
  type Options = {
    url: string;
    domNode: HTMLElement;
    presets: readonly unknown[];
    plugins: readonly (Changes | Addition)[];
    layout: string;
    supportedSubmitMethods: readonly string[];
    deepLinking: boolean;
    tagsSorter: (a: string, b: string) => number;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    displayRequestDuration: boolean;
    syntaxHighlight: false | { activated: boolean };
    validatorUrl: null;
    onComplete: () => void;
  };
  const SwaggerUI: ((options: Options) => unknown) & { presets: { apis: unknown } };
  export default SwaggerUI;
}
