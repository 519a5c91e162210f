import { expect, test } from "vitest";
import { isExempt } from "./no-proxy";

test.each([
  ["*", "https://anywhere.example/"],
  ["example.org", "https://example.org/"],
  ["example.org", "https://api.example.org/"],
  [".example.org", "https://example.org/"],
  ["*.example.org", "https://api.example.org/"],
  ["other.example, EXAMPLE.org", "https://Example.ORG./"],
  ["example.org:8443", "https://example.org:8443/"],
  ["example.org:443", "https://example.org/"],
  ["10.0.0.0/8", "http://10.1.2.3/"],
  ["192.168.0.1", "http://192.168.0.1:8080/"],
  ["[fd00::1]:80", "http://[fd00::1]/"],
  ["fd00::1", "http://[fd00::1]/"],
  ["fd00::/8", "http://[fd12::1]/"],
])("%s leaves %s out", (list, url) => expect(isExempt(list, new URL(url))).toBe(true));

test.each([
  ["", "https://example.org/"],
  [",  ,.", "https://example.org/"],
  ["example.org", "https://notexample.org/"],
  ["example.org", "https://example.org.evil.example/"],
  ["example.org:8443", "https://example.org/"],
  ["10.0.0.0/8", "http://11.0.0.1/"],
  ["10.0.0.0/8", "http://[fd00::1]/"],
  ["10.0.0.0/99", "http://10.0.0.1/"],
  ["10.0.0.0/8", "https://ten.example/"],
  ["0.1", "http://10.0.0.1/"],
])("%s does not leave %s out", (list, url) => expect(isExempt(list, new URL(url))).toBe(false));
