#!/bin/sh
# Makes certificates with faults, and writes them to standard output, each after a line "== NAME". The authority that
# signs them, and all their private keys, exist for one run.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
exec 2>log
for key in root middle leaf weak; do
  case $key in
    weak) openssl genrsa -out weak.key 1024;;
    *) openssl ecparam -name prime256v1 -genkey -noout -out $key.key;;
  esac
done
mkdir new
touch index
cat >config <<END
[ca]
default_ca = one
[one]
database = index
new_certs_dir = new
default_md = sha256
policy = any
rand_serial = yes
unique_subject = no
[any]
countryName = optional
organizationName = optional
commonName = optional
[authority]
basicConstraints = critical, CA:TRUE
[short]
basicConstraints = critical, CA:TRUE, pathlen:0
[good]
subjectAltName = DNS:localhost, IP:127.0.0.1
[zero]
subjectAltName = DER:301982176c6f63616c686f7374002e6576696c2e6578616d706c65
[comma]
subjectAltName = DER:301d821b6576696c2e6578616d706c652c20444e533a6c6f63616c686f7374
[kinds]
subjectAltName = @names
authorityInfoAccess = OCSP;URI:http://a.example/, OCSP;URI:http://b.example/, caIssuers;URI:http://c.example/'x', caIssuers;dirName:place
[names]
DNS.1 = *.a.example
DNS.2 = quote"back\\\\slash
email = a@example
URI = http://a.example/'x'
IP.1 = 1.2.3.4
IP.2 = fe80::1:2
RID = 1.2.3.4
dirName = place
otherName.1 = 1.3.6.1.4.1.311.20.2.3;UTF8:plain
otherName.2 = 1.3.6.1.5.5.7.8.9;UTF8:dö\"@example
otherName.3 = 1.3.6.1.5.5.7.8.7;IA5:_service.example
otherName.4 = 1.3.6.1.5.5.7.8.5;IA5:of another type
otherName.5 = 1.2.3.4;UTF8:of another kind
[place]
C = DE
CN = dörf\, klein
[purpose]
subjectAltName = DNS:localhost
extendedKeyUsage = clientAuth
END
# sign NAME ISSUER KEY EXTENSIONS FROM TO
sign() {
  openssl req -new -utf8 -key $3.key -subj "${7:-}/CN=$1" -out $1.csr
  openssl ca -batch -notext -config config -in $1.csr -out $1.pem -cert $2.pem -keyfile $2.key -extensions $4 -startdate $5 -enddate $6
}
from=20200101000000Z to=20900101000000Z
openssl req -x509 -new -key root.key -subj /CN=root -days 3650 -out root.pem
sign middle root middle short $from $to
sign below middle leaf authority $from $to
cp leaf.key below.key
sign leaf root leaf good $from $to
cp leaf.key own.key
openssl req -x509 -new -key own.key -subj /CN=own -out own.pem
sign own own own good $from $to
sign expired root leaf good $from 20210101000000Z
sign early root leaf good 20890101000000Z $to
sign zero root leaf zero $from $to
sign comma root leaf comma $from $to
sign purpose root leaf purpose $from $to
sign kinds root leaf kinds $from $to "/O=one/O=zwölf"
sign deep middle leaf good $from $to
sign long below leaf good $from $to
sign unsigned leaf leaf good $from $to
sign weak root weak good $from $to
sign revoked root leaf good $from $to
openssl x509 -in leaf.pem -outform der | head -c -1 >damaged.der
printf x >>damaged.der
openssl x509 -inform der -in damaged.der -out damaged.pem
openssl ca -config config -cert root.pem -keyfile root.key -revoke revoked.pem
openssl ca -config config -cert root.pem -keyfile root.key -gencrl -crldays 1 -out list.crl
openssl ca -config config -cert root.pem -keyfile root.key -gencrl -crl_lastupdate $from -crl_nextupdate 20210101000000Z -out old.crl
openssl ocsp -issuer root.pem -cert revoked.pem -reqout request
openssl ocsp -index index -CA root.pem -rsigner root.pem -rkey root.key -reqin request -respout answer >log
openssl pkcs12 -export -inkey leaf.key -in leaf.pem -passout pass:good -out archive
openssl ec -in leaf.key -aes128 -passout pass:good -out locked.key
openssl dhparam -out dh.pem 512
openssl x509 -in leaf.pem -outform der -out leaf.der
for file in *.key *.pem *.crl; do
  echo "== $file"
  cat $file
done
for file in answer archive leaf.der; do
  echo "== $file"
  base64 -w 0 $file
  echo
done
