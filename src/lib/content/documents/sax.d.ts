declare module 'sax' {
  type Attribute = { name: string; value: string };

  /** A streaming parser. In strict mode, it calls `onerror` for text that is not well-formed XML. */
  class SAXParser {
    constructor(strict: boolean, options: { strictEntities?: true });
    /** Starts at 0. */
    line: number;
    onerror: () => void;
    ondoctype: (text: string) => void;
    onsgmldeclaration: () => void;
    onopentagstart: (tag: { name: string }) => void;
    onattribute: (attribute: Attribute) => void;
    onopentag: (tag: { name: string; attributes: Readonly<Record<string, string>> }) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    write(text: string): this;
    close(): this;
  }

  export default { SAXParser };
}
